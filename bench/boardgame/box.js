// What is in the box of spies with cards: the same as src/topsecret/games/spies/box.py.
const AGENTS = ['red', 'blue', 'green', 'yellow', 'violet', 'orange', 'gray'];
const BUILDINGS = 12;
const CHURCH = 0;
const RUINS = 11;
const VALUE = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -3];
const COPIES = {
  'step back': 2,
  'to the ruins': 2,
  'tip-off': 2,
  'side step': 2,
  'curfew': 1,
  'safe cracker': 2,
  'both back': 2,
  'swap': 1,
  'both forward': 2,
  'rendezvous': 1,
  'second identity': 1,
  'decoy': 2,
  'asylum': 2,
  'relocation': 2,
  'sprint': 2,
};
const CARDS = Object.keys(COPIES);

module.exports = {
  AGENTS,
  BUILDINGS,
  CHURCH,
  RUINS,
  VALUE,
  COPIES,
  CARDS,
  FINISH: 42,
  TIP_OFF_LIMIT: 40,
  MOST_CARDS: 4,
  FIRST_CARDS: 2,
  SAFE_START: 7,
};
