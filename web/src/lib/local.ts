/** A link with the name of this machine alone leads nowhere from another device. */
export const onThisMachineOnly = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
