// The boardgame.io server as its documentation starts it, with its usual storage (in memory): `node serve.js PORT`.
const { Server, Origins } = require('boardgame.io/server');
const { Spies } = require('./spies.js');

const server = Server({ games: [Spies], origins: [Origins.LOCALHOST] });
server.run({ port: Number(process.argv[2]) }, () => console.log('ready'));
