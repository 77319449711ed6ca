"""Tables over the network: HTTP, WebSocket and the browser client on one port."""
