// S6: when a card can be played, and what it does. `aim` names agents, a way, steps or a building.
const { AGENTS, BUILDINGS, CHURCH, RUINS, TIP_OFF_LIMIT } = require('./box.js');

const placed = (G, test) => AGENTS.some((agent) => test(G.place[agent]));
const apart = (G) => AGENTS.some((agent) => G.place[agent] !== G.place[AGENTS[0]]);
const always = () => true;

const playable = {
  'step back': always,
  'to the ruins': (G) => placed(G, (at) => at !== RUINS),
  'tip-off': (G) => AGENTS.some((agent) => G.marker[agent] < TIP_OFF_LIMIT),
  'side step': always,
  'curfew': (G) => placed(G, (at) => at !== CHURCH),
  'safe cracker': (G) => placed(G, (at) => at !== G.safe),
  'both back': always,
  'swap': apart,
  'both forward': always,
  'rendezvous': apart,
  'second identity': (G) => G.free.length > 0,
  'decoy': (G) => placed(G, (at) => at === G.safe),
  'asylum': (G) => placed(G, (at) => at === RUINS),
  'relocation': always,
  'sprint': always,
};

// Puts an agent somewhere; it has reached the safe if it came there from elsewhere (S5.9).
function put(G, agent, building) {
  const to = (building + BUILDINGS) % BUILDINGS;
  if (to === G.place[agent]) return false;
  G.place[agent] = to;
  G.reached = G.reached.filter((one) => one !== agent);
  if (to === G.safe) G.reached.push(agent);
  return true;
}

const walk = (G, agent, steps) => put(G, agent, G.place[agent] + steps);
const known = (agents, least, most) =>
  Array.isArray(agents) &&
  agents.length >= least &&
  agents.length <= most &&
  new Set(agents).size === agents.length &&
  agents.every((agent) => AGENTS.includes(agent));
const steps = (aim, most) => Number.isInteger(aim.steps) && aim.steps >= 1 && aim.steps <= most;
const way = (aim) => (aim.way === 'forward' ? 1 : aim.way === 'backward' ? -1 : 0);
const each = (G, agents, by) => known(agents, 2, 2) && agents.map((agent) => walk(G, agent, by)).some(Boolean);

// Each is true if it could be carried out.
const effect = {
  'step back': (G, aim) => known(aim.agents, 1, 1) && steps(aim, 2) && walk(G, aim.agents[0], -aim.steps),
  'to the ruins': (G, aim) => known(aim.agents, 1, 1) && put(G, aim.agents[0], RUINS),
  'tip-off': (G, aim) => {
    if (!known(aim.agents, 1, 2) || aim.agents.some((agent) => G.marker[agent] >= TIP_OFF_LIMIT)) return false;
    for (const agent of aim.agents) G.marker[agent] = Math.min(G.marker[agent] + 3, TIP_OFF_LIMIT);
    return true;
  },
  'side step': (G, aim) => known(aim.agents, 1, 1) && way(aim) !== 0 && walk(G, aim.agents[0], way(aim)),
  'curfew': (G) => AGENTS.map((agent) => put(G, agent, CHURCH)).some(Boolean),
  'safe cracker': (G, aim) => known(aim.agents, 1, 1) && put(G, aim.agents[0], G.safe),
  'both back': (G, aim) => each(G, aim.agents, -1),
  'swap': (G, aim) => {
    if (!known(aim.agents, 2, 2)) return false;
    const [one, other] = aim.agents;
    const to = G.place[other];
    return put(G, other, G.place[one]) && put(G, one, to);
  },
  'both forward': (G, aim) => each(G, aim.agents, 1),
  'rendezvous': (G, aim) => known(aim.agents, 2, 2) && put(G, aim.agents[0], G.place[aim.agents[1]]),
  'second identity': (G, aim, seat, random) => {
    if (!G.free.length) return false;
    G.free = random.Shuffle(G.free);
    G.identities[seat].push(G.free.pop());
    G.agentsHeld[seat] += 1;
    return true;
  },
  'decoy': (G, aim) =>
    known(aim.agents, 1, 1) && G.place[aim.agents[0]] === G.safe && way(aim) !== 0 && walk(G, aim.agents[0], way(aim)),
  'asylum': (G, aim) => {
    if (!known(aim.agents, 1, 2) || aim.agents.some((agent) => G.place[agent] !== RUINS)) return false;
    return aim.agents.map((agent) => put(G, agent, CHURCH)).some(Boolean);
  },
  'relocation': (G, aim) => {
    if (!Number.isInteger(aim.building) || aim.building < 0 || aim.building >= BUILDINGS || aim.building === G.safe) return false;
    G.safe = aim.building;
    G.reached = [];
    return true;
  },
  'sprint': (G, aim) => known(aim.agents, 1, 1) && steps(aim, 3) && walk(G, aim.agents[0], aim.steps),
};

module.exports = { playable, effect, walk };
