// The peer's game for `topsecret bench server`: spies with cards, cut down to what a turn there asks for most of the time, written
// the way boardgame.io asks for it. Four seats, a secret identity and a secret hand each, a die, seven agents on a ring of twelve
// buildings, and after every movement a question to everybody at the same time.
const { INVALID_MOVE } = require('boardgame.io/core');

const AGENTS = ['red', 'blue', 'green', 'yellow', 'violet', 'orange', 'gray'];
const BUILDINGS = 12;
const RUINS = 11;
const FINISH = 42;
const MOST_CARDS = 4;
const VALUE = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -3];
const STEPS = { 'sprint': 3, 'side step': 1, 'both forward': 1, 'step back': -2, 'both back': -1, 'decoy': -1 };
const CARDS = Object.keys(STEPS);

const deck = () => CARDS.flatMap((card) => [card, card, card, card]);
const seats = (ctx) => ctx.playOrder;

function draw(G, playerID, random) {
  if (G.hands[playerID].length >= MOST_CARDS) return;
  if (G.deck.length === 0) {
    G.deck = random.Shuffle(G.discard);
    G.discard = [];
  }
  if (G.deck.length) G.hands[playerID].push(G.deck.pop());
}

function walk(G, agent, steps) {
  const to = (G.place[agent] + steps + BUILDINGS) % BUILDINGS;
  G.place[agent] = to;
  G.reached = G.reached.filter((one) => one !== agent);
  if (to === G.safe && steps) G.reached.push(agent);
}

function openPoll(G, ctx, events) {
  G.phase = 'poll';
  const asked = {};
  for (const seat of seats(ctx)) {
    G.answers[seat] = G.hands[seat].length ? null : 'no';
    if (G.answers[seat] === null) asked[seat] = 'poll';
  }
  if (Object.keys(asked).length) events.setActivePlayers({ value: asked });
  else closePoll(G, ctx, events);
}

function closePoll(G, ctx, events) {
  const willing = seats(ctx).find((seat) => G.answers[seat] === 'yes');
  if (willing !== undefined) {
    G.phase = 'card';
    events.setActivePlayers({ value: { [willing]: 'card' } });
  } else {
    score(G, ctx, events);
  }
}

function score(G, ctx, events) {
  if (G.reached.length === 0) {
    events.endTurn();
    return;
  }
  for (const agent of AGENTS) {
    G.marker[agent] = Math.max(0, G.marker[agent] + VALUE[G.place[agent]]);
  }
  G.phase = 'safe';
  events.setActivePlayers({ currentPlayer: 'safe' });
}

function move({ G, ctx, playerID, random, events }, points) {
  if (G.phase !== 'move' || typeof points !== 'object' || points === null) return INVALID_MOVE;
  let total = 0;
  for (const [agent, steps] of Object.entries(points)) {
    if (!AGENTS.includes(agent) || !Number.isInteger(steps) || steps < 1) return INVALID_MOVE;
    total += steps;
  }
  if (total !== G.die) return INVALID_MOVE;
  for (const [agent, steps] of Object.entries(points)) walk(G, agent, steps);
  if (Object.keys(points).some((agent) => G.place[agent] === RUINS)) draw(G, playerID, random);
  openPoll(G, ctx, events);
}

function poll({ G, ctx, playerID, events }, reply) {
  if (G.phase !== 'poll' || G.answers[playerID] !== null || !['yes', 'no'].includes(reply)) return INVALID_MOVE;
  G.answers[playerID] = reply;
  events.endStage();
  if (seats(ctx).every((seat) => G.answers[seat] !== null)) closePoll(G, ctx, events);
}

function playCard({ G, ctx, playerID, events }, card, agent) {
  const at = G.hands[playerID].indexOf(card);
  if (G.phase !== 'card' || at < 0 || !AGENTS.includes(agent)) return INVALID_MOVE;
  G.hands[playerID].splice(at, 1);
  G.discard.push(card);
  walk(G, agent, STEPS[card]);
  score(G, ctx, events);
}

function placeSafe({ G, events }, building) {
  if (G.phase !== 'safe' || !Number.isInteger(building) || building === G.safe) return INVALID_MOVE;
  if (building < 0 || building >= BUILDINGS) return INVALID_MOVE;
  G.safe = building;
  G.reached = [];
  events.endTurn();
}

exports.Spies = {
  name: 'spies',
  minPlayers: 4,
  maxPlayers: 4,
  setup: ({ ctx, random }) => {
    const identities = random.Shuffle(AGENTS);
    const cards = random.Shuffle(deck());
    const G = {
      phase: 'move',
      die: 0,
      place: Object.fromEntries(AGENTS.map((agent) => [agent, 0])),
      marker: Object.fromEntries(AGENTS.map((agent) => [agent, 0])),
      safe: 7,
      reached: [],
      identities: {},
      hands: {},
      answers: {},
      deck: cards,
      discard: [],
    };
    for (const seat of seats(ctx)) {
      G.identities[seat] = identities.pop();
      G.hands[seat] = [G.deck.pop(), G.deck.pop()];
      G.answers[seat] = null;
    }
    return G;
  },
  // Nobody gets what is not theirs to know.
  playerView: ({ G, playerID }) => {
    const { deck, hands, identities, answers, ...open } = G;
    const own = (all, hidden) =>
      Object.fromEntries(Object.entries(all).map(([seat, one]) => [seat, seat === playerID ? one : hidden(one)]));
    return {
      ...open,
      deck: deck.length,
      hands: own(hands, (hand) => hand.length),
      identities: own(identities, () => null),
      answers: G.phase === 'poll' ? own(answers, (answer) => answer !== null) : answers,
    };
  },
  turn: {
    onBegin: ({ G, random }) => {
      G.phase = 'move';
      G.die = random.D6();
    },
    stages: {
      // Several answer at once: none of them is stale because another came first. The log tells an answer to its owner only.
      poll: { moves: { poll: { move: poll, ignoreStaleStateID: true, redact: true, client: false } } },
      card: { moves: { playCard } },
      safe: { moves: { placeSafe } },
    },
  },
  moves: { move },
  endIf: ({ G }) => (Object.values(G.marker).some((marker) => marker >= FINISH) && G.phase === 'move' ? { over: true } : undefined),
};
