// A Colyseus server with the peer's game, as its documentation starts one: `node serve.js PORT`. Rooms are in memory.
const { Server } = require('@colyseus/core');
const { WebSocketTransport } = require('@colyseus/ws-transport');
const { SpiesRoom } = require('./room.js');

const server = new Server({ transport: new WebSocketTransport(), greet: false });
server.define('spies', SpiesRoom);
server.listen(Number(process.argv[2]), '127.0.0.1').then(() => console.log('ready'));
