// The peer's game for `topsecret bench server`: spies with Top Secret cards for four, written the way boardgame.io asks for it.
// The numbers are those of the rule page (src/topsecret/games/spies/README.md). What everybody may know there is open here, what is
// secret there is stripped by the player view here; what happened in an action is told in `told`, as our events are.
const { INVALID_MOVE } = require('boardgame.io/core');
const box = require('./box.js');
const { playable, effect, walk } = require('./cards.js');

const { AGENTS, BUILDINGS, RUINS, CARDS, COPIES } = box;
const seats = (ctx) => ctx.playOrder;
const zero = () => Object.fromEntries(CARDS.map((card) => [card, 0]));
const tell = (G, event, more) => G.told.push({ event, ...more });

// S5.3-S5.5

function draw(G, seat, random) {
  if (G.handSize[seat] >= box.MOST_CARDS) return tell(G, 'draw_lost', { seat, why: 'hand full' });
  if (G.supply.length === 0) shuffle(G, random);
  if (G.supply.length === 0) return tell(G, 'draw_lost', { seat, why: 'no cards' });
  const card = G.supply.pop();
  if (card === 'second identity' && G.free.length === 0) {
    G.removed[card] = 1;
    tell(G, 'card_removed', { seat, card });
    return draw(G, seat, random);
  }
  G.hands[seat].push(card);
  G.handSize[seat] += 1;
  G.drawnSince[seat] += 1;
  tell(G, 'draw', { seat });
}

function shuffle(G, random) {
  if (CARDS.every((card) => G.discard[card] === 0)) return;
  tell(G, 'shuffled', { cards: CARDS.filter((card) => G.discard[card]) });
  G.supply = random.Shuffle(CARDS.flatMap((card) => Array(G.discard[card]).fill(card)));
  for (const card of CARDS) {
    G.unshuffled[card] = COPIES[card] - G.removed[card] - G.discard[card];
    G.discard[card] = 0;
  }
  for (const seat of Object.keys(G.drawnSince)) G.drawnSince[seat] = 0;
}

// S5.6, S5.7

function openPoll(G, ctx, events) {
  tell(G, 'poll_opens', { playable: CARDS.filter((card) => playable[card](G)) });
  G.phase = 'poll';
  const asked = {};
  for (const seat of seats(ctx)) {
    G.answers[seat] = G.handSize[seat] ? 'none' : 'no';
    G.answerGiven[seat] = !G.handSize[seat];
    if (!G.answerGiven[seat]) asked[seat] = 'poll';
  }
  if (Object.keys(asked).length) events.setActivePlayers({ value: asked });
  else closePoll(G, ctx, events);
}

function closePoll(G, ctx, events) {
  G.phase = 'card part';
  G.passes = 0;
  G.hasPlayed = false;
  for (const seat of seats(ctx)) if (G.handSize[seat]) tell(G, 'answered', { seat, reply: G.answers[seat] });
  const first = seats(ctx).map((_, i) => seats(ctx)[(ctx.playOrderPos + i) % seats(ctx).length]);
  const willing = first.find((seat) => G.answers[seat] === 'yes');
  if (willing === undefined) {
    tell(G, 'nobody_plays');
    return scoreOrPass(G, ctx, events);
  }
  G.mustPlay = true;
  ask(G, willing, events);
}

function ask(G, seat, events) {
  G.asked = seat;
  events.setActivePlayers({ value: { [seat]: 'card' } });
}

function askTheNext(G, ctx, events) {
  G.hasPlayed = G.mustPlay = false;
  const order = seats(ctx);
  while (G.passes < order.length) {
    G.asked = order[(order.indexOf(G.asked) + 1) % order.length];
    if (G.handSize[G.asked]) return ask(G, G.asked, events);
    G.passes += 1;
    tell(G, 'passed_over', { seat: G.asked });
  }
  tell(G, 'card_part_over');
  scoreOrPass(G, ctx, events);
}

// S3.3-S3.6

function scoreOrPass(G, ctx, events) {
  if (G.reached.length === 0) return passTheDie(G, ctx, events);
  tell(G, 'scoring', { building: G.safe });
  for (const agent of AGENTS) {
    const points = box.VALUE[G.place[agent]];
    G.marker[agent] = Math.max(0, G.marker[agent] + points);
    tell(G, 'scored', { agent, points, marker: G.marker[agent] });
  }
  G.reached = [];
  G.phase = 'safe';
  events.setActivePlayers({ currentPlayer: 'safe' });
}

function passTheDie(G, ctx, events) {
  for (const seat of seats(ctx)) {
    G.answers[seat] = 'none';
    G.answerGiven[seat] = false;
  }
  events.endTurn();
}

// What a seat can do

function move({ G, ctx, playerID, random, events }, points) {
  if (G.phase !== 'move' || typeof points !== 'object' || points === null) return INVALID_MOVE;
  let total = 0;
  for (const [agent, steps] of Object.entries(points)) {
    if (!AGENTS.includes(agent) || !Number.isInteger(steps) || steps < 1) return INVALID_MOVE;
    total += steps;
  }
  if (total < (G.die === 1 ? 1 : G.die) || total > (G.die === 1 ? 3 : G.die)) return INVALID_MOVE;
  G.told = [];
  tell(G, 'move', { seat: playerID, points });
  for (const [agent, steps] of Object.entries(points)) walk(G, agent, steps);
  if (Object.keys(points).some((agent) => G.place[agent] === RUINS)) draw(G, playerID, random);
  openPoll(G, ctx, events);
}

function stay({ G, ctx, playerID, random, events }) {
  if (G.phase !== 'move' || G.die !== 1) return INVALID_MOVE;
  G.told = [];
  tell(G, 'stay', { seat: playerID });
  draw(G, playerID, random);
  openPoll(G, ctx, events);
}

function poll({ G, ctx, playerID, events }, reply) {
  if (G.phase !== 'poll' || G.answerGiven[playerID] || !['yes', 'no'].includes(reply)) return INVALID_MOVE;
  if (reply === 'yes' && !G.hands[playerID].some((card) => playable[card](G))) return INVALID_MOVE;
  G.told = [];
  tell(G, 'poll', { seat: playerID });
  G.answers[playerID] = reply;
  G.answerGiven[playerID] = true;
  events.endStage();
  if (seats(ctx).every((seat) => G.answerGiven[seat])) closePoll(G, ctx, events);
}

function playCard({ G, ctx, playerID, random, events }, card, aim) {
  const at = G.hands[playerID].indexOf(card);
  if (G.phase !== 'card part' || G.asked !== playerID || at < 0 || !playable[card](G)) return INVALID_MOVE;
  G.told = [];
  const inRuins = AGENTS.filter((agent) => G.place[agent] === RUINS);
  if (!effect[card](G, aim ?? {}, playerID, random)) return INVALID_MOVE;
  tell(G, 'card', { seat: playerID, card, aim });
  G.hands[playerID].splice(at, 1);
  G.handSize[playerID] -= 1;
  G.discard[card] += 1;
  G.mustPlay = false;
  G.hasPlayed = true;
  const arrived = AGENTS.some((agent) => G.place[agent] === RUINS && !inRuins.includes(agent));
  if (arrived && playerID === ctx.currentPlayer) draw(G, playerID, random);
  if (!G.handSize[playerID]) done({ G, ctx, playerID, events });
}

function done({ G, ctx, playerID, events }) {
  if (G.phase !== 'card part' || G.asked !== playerID || G.mustPlay || !G.hasPlayed) return INVALID_MOVE;
  G.passes = 0;
  askTheNext(G, ctx, events);
}

function pass({ G, ctx, playerID, events }) {
  if (G.phase !== 'card part' || G.asked !== playerID || G.mustPlay || G.hasPlayed) return INVALID_MOVE;
  G.told = [];
  tell(G, 'pass', { seat: playerID });
  G.passes += 1;
  askTheNext(G, ctx, events);
}

function placeSafe({ G, ctx, events }, building) {
  if (G.phase !== 'safe' || !Number.isInteger(building) || building === G.safe) return INVALID_MOVE;
  if (building < 0 || building >= BUILDINGS) return INVALID_MOVE;
  G.told = [];
  tell(G, 'place_safe', { building });
  G.safe = building;
  G.reached = [];
  passTheDie(G, ctx, events);
}

exports.Spies = {
  name: 'spies',
  minPlayers: 4,
  maxPlayers: 4,
  setup: ({ ctx, random }) => {
    const each = (make) => Object.fromEntries(seats(ctx).map((seat) => [seat, make(seat)]));
    const free = random.Shuffle(AGENTS);
    const supply = random.Shuffle(CARDS.flatMap((card) => Array(COPIES[card]).fill(card)));
    return {
      phase: 'move',
      die: 0,
      place: Object.fromEntries(AGENTS.map((agent) => [agent, box.CHURCH])),
      marker: Object.fromEntries(AGENTS.map((agent) => [agent, 0])),
      safe: box.SAFE_START,
      reached: [],
      identities: each(() => [free.pop()]),
      agentsHeld: each(() => 1),
      free,
      hands: each(() => Array.from({ length: box.FIRST_CARDS }, () => supply.pop())),
      handSize: each(() => box.FIRST_CARDS),
      supply,
      discard: zero(),
      removed: zero(),
      unshuffled: zero(),
      drawnSince: each(() => box.FIRST_CARDS),
      answers: each(() => 'none'),
      answerGiven: each(() => false),
      asked: '0',
      passes: 0,
      mustPlay: false,
      hasPlayed: false,
      told: [],
    };
  },
  // Nobody gets what is not theirs to know (S5.11).
  playerView: ({ G, playerID }) => {
    const own = (rows) => Object.fromEntries(Object.entries(rows).map(([seat, row]) => [seat, seat === playerID ? row : null]));
    const { supply, free, hands, identities, answers, ...open } = G;
    return {
      ...open,
      supplySize: supply.length,
      hands: own(hands),
      identities: own(identities),
      answers: G.phase === 'poll' ? own(answers) : answers,
    };
  },
  turn: {
    onBegin: ({ G, ctx, random }) => {
      G.phase = 'move';
      G.die = random.D6();
      tell(G, 'turn_begins', { seat: ctx.currentPlayer });
      tell(G, 'roll', { face: G.die });
    },
    stages: {
      // Several answer at once: none of them is stale because another came first. The log tells an answer to its owner only.
      poll: { moves: { poll: { move: poll, ignoreStaleStateID: true, redact: true, client: false } } },
      card: { moves: { playCard, done, pass } },
      safe: { moves: { placeSafe } },
    },
  },
  moves: { move, stay },
  endIf: ({ G }) => (G.phase === 'move' && AGENTS.some((agent) => G.marker[agent] >= box.FINISH) ? { over: true } : undefined),
};
