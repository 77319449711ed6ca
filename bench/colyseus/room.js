// The same game as for the boardgame.io server (../boardgame/spies.js), in a Colyseus room. The room plays turns and stages; after every
// action each client gets its own view: nobody is sent what is not theirs to know.
const { Room } = require('@colyseus/core');
const { INVALID_MOVE } = require('boardgame.io/core');
const { Spies } = require('../boardgame/spies.js');

const random = {
  D6: () => 1 + Math.floor(Math.random() * 6),
  Shuffle: (things) => {
    const deck = [...things];
    for (let i = deck.length - 1; i > 0; i--) {
      const j = Math.floor(Math.random() * (i + 1));
      [deck[i], deck[j]] = [deck[j], deck[i]];
    }
    return deck;
  },
};
const { turn } = Spies;
const IN_STAGE = Object.fromEntries(
  Object.entries(turn.stages).map(([stage, { moves }]) => [stage, Object.fromEntries(Object.entries(moves).map(([name, one]) => [name, one.move ?? one]))]),
);

exports.SpiesRoom = class SpiesRoom extends Room {
  maxClients = 4;

  onCreate() {
    this.setPatchRate(null); // nothing is shared by all: every client has a state of its own
    this.ctx = { playOrder: ['0', '1', '2', '3'], playOrderPos: 0, currentPlayer: '0', activePlayers: null };
    this.seats = new Map();
    this.onMessage('act', (client, { name, args }) => this.act(client, name, args));
  }

  onJoin(client) {
    this.seats.set(client.sessionId, String(this.seats.size));
    if (this.seats.size === 4) {
      this.G = Spies.setup({ ctx: this.ctx, random });
      this.begin();
      this.tell(null);
    }
  }

  begin() {
    this.ctx.currentPlayer = this.ctx.playOrder[this.ctx.playOrderPos];
    this.ctx.activePlayers = null;
    turn.onBegin({ G: this.G, ctx: this.ctx, random });
  }

  events(playerID) {
    return {
      setActivePlayers: ({ value, currentPlayer }) => {
        this.ctx.activePlayers = value ? { ...value } : { [this.ctx.currentPlayer]: currentPlayer };
      },
      endStage: () => {
        delete this.ctx.activePlayers[playerID];
      },
      endTurn: () => {
        this.ctx.playOrderPos = (this.ctx.playOrderPos + 1) % 4;
        this.begin();
      },
    };
  }

  act(client, name, args) {
    const playerID = this.seats.get(client.sessionId);
    const { activePlayers, currentPlayer } = this.ctx;
    const stage = activePlayers?.[playerID];
    const moves = activePlayers ? IN_STAGE[stage] : playerID === currentPlayer ? Spies.moves : undefined;
    const move = moves?.[name];
    if (!move || move({ G: this.G, ctx: this.ctx, playerID, random, events: this.events(playerID) }, ...args) === INVALID_MOVE) {
      client.send('refused', { name });
      return;
    }
    this.tell(playerID);
  }

  tell(by) {
    const { activePlayers, currentPlayer } = this.ctx;
    const active = activePlayers ? Object.keys(activePlayers) : [currentPlayer];
    for (const client of this.clients) {
      const playerID = this.seats.get(client.sessionId);
      client.send('state', { G: Spies.playerView({ G: this.G, playerID }), active, by, you: playerID });
    }
  }
};
