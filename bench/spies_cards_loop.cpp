// Spies with Top Secret cards for four players (rules S1-S6, no dossiers), written by hand for speed as `spies_loop.cpp` is: what a
// C++ programmer would write who needs nothing but random games. It makes the same random choices in the same order as the
// kernel's compiled rules, so the number of steps and the wins by seat must come out equal; bench/engine.py checks that before it
// compares the times.

#include "spies_loop.hpp"

namespace {

constexpr int CHURCH = 0, RUINS = 11;
constexpr int CARDS = 15;
constexpr int MOST_CARDS = 4;      // S5.4
constexpr int FIRST_CARDS = 2;     // S5.1
constexpr int TIP_OFF_LIMIT = 40;  // S6
constexpr int PAIRS = AGENTS * (AGENTS - 1) / 2;
constexpr unsigned ALL = (1u << AGENTS) - 1;

enum Card {  // S6, in the order in which actions are listed
    STEP_BACK,
    TO_THE_RUINS,
    TIP_OFF,
    SIDE_STEP,
    CURFEW,
    SAFE_CRACKER,
    BOTH_BACK,
    SWAP,
    BOTH_FORWARD,
    RENDEZVOUS,
    SECOND_IDENTITY,
    DECOY,
    ASYLUM,
    RELOCATION,
    SPRINT
};

constexpr std::array<uint8_t, CARDS> COPIES = {2, 2, 2, 2, 1, 2, 2, 1, 2, 1, 1, 2, 2, 2, 2};

// Sets of agents are bits.

int size_of(unsigned agents) { return __builtin_popcount(agents); }

int first_of(unsigned agents) { return __builtin_ctz(agents); }

int nth_of(unsigned agents, int k) {
    while (k-- > 0) agents &= agents - 1;
    return first_of(agents);
}

int pairs_of(unsigned agents) { return size_of(agents) * (size_of(agents) - 1) / 2; }

struct Pair {
    int one, other;
};

Pair nth_pair(unsigned agents, int k) {
    for (;; agents &= agents - 1) {
        unsigned others = agents & (agents - 1);
        if (k < size_of(others)) return {first_of(agents), nth_of(others, k)};
        k -= size_of(others);
    }
}

int ahead(int building, int steps) { return building + steps < BUILDINGS ? building + steps : building + steps - BUILDINGS; }

int back(int building, int steps) { return building >= steps ? building - steps : building - steps + BUILDINGS; }

int one_step(int building, int way) { return way == 0 ? ahead(building, 1) : back(building, 1); }

int left_of(int seat) { return seat + 1 == SEATS ? 0 : seat + 1; }

struct Game {
    std::array<uint8_t, LANES> place{};
    std::array<int16_t, AGENTS> marker{};
    std::array<uint8_t, SEATS> holds{};  // agents
    unsigned free = ALL;                 // agents that nobody holds
    unsigned reached = 0;                // S5.9: agents that came to the safe this turn
    int safe = SAFE_START;
    int turn = 0;

    std::array<std::array<uint8_t, CARDS>, SEATS> hand{};
    std::array<uint16_t, SEATS> kinds{};  // the cards in a hand, as bits
    std::array<int, SEATS> hand_size{};
    std::array<uint8_t, CARDS> supply = COPIES;
    std::array<uint8_t, CARDS> discard{};
    int supply_size = 26;
    int discard_size = 0;

    int steps = 0;

    int choose(Random& random, int n) {
        ++steps;
        return random.below(n);
    }

    // the board

    unsigned agents_in(int building) const {
        unsigned here = 0;
        for (int agent = 0; agent < AGENTS; ++agent) here |= static_cast<unsigned>(place[agent] == building) << agent;
        return here;
    }

    // A card moves an agent (S5.9). Whether it came to the ruins.
    bool put(int agent, int building) {
        if (place[agent] == building) return false;
        place[agent] = static_cast<uint8_t>(building);
        reached = building == safe ? reached | 1u << agent : reached & ~(1u << agent);
        return building == RUINS;
    }

    void put_safe(int building) {
        safe = building;
        reached = 0;
    }

    // S3.4. The farthest marker.
    int score() {
        int farthest = 0;
        for (int agent = 0; agent < AGENTS; ++agent) {
            int now = std::max(0, marker[agent] + VALUE[place[agent]]);
            marker[agent] = static_cast<int16_t>(now);
            farthest = std::max(farthest, now);
        }
        return farthest;
    }

    // drawing

    int take_from_supply(Random& random) {
        int k = choose(random, supply_size);
        int card = 0;
        while (k >= supply[card]) k -= supply[card++];
        --supply[card];
        --supply_size;
        return card;
    }

    void into_hand(int seat, int card) {
        ++hand[seat][card];
        ++hand_size[seat];
        kinds[seat] |= 1u << card;
    }

    // S5.3-S5.5; a second identity with no free agent left is removed, and another card drawn (S6.1).
    void draw(Random& random, int seat) {
        while (hand_size[seat] < MOST_CARDS) {
            if (supply_size == 0) {
                std::swap(supply, discard);
                std::swap(supply_size, discard_size);
            }
            if (supply_size == 0) return;
            int card = take_from_supply(random);
            if (card != SECOND_IDENTITY || free != 0) {
                into_hand(seat, card);
                return;
            }
        }
    }

    void lay_down(int seat, int card) {
        if (--hand[seat][card] == 0) kinds[seat] &= ~(1u << card);
        --hand_size[seat];
        ++discard[card];
        ++discard_size;
    }

    // S2, S5.1
    void set_up(Random& random) {
        turn = choose(random, SEATS);
        for (int seat = 0; seat < SEATS; ++seat) take_identity(random, seat);
        for (int i = 0; i < SEATS; ++i)
            for (int n = 0; n < FIRST_CARDS; ++n) into_hand((turn + i) % SEATS, take_from_supply(random));
    }

    void take_identity(Random& random, int seat) {
        unsigned agent = 1u << nth_of(free, choose(random, size_of(free)));
        holds[seat] |= agent;
        free &= ~agent;
    }

    // S3.1-S3.3, S5.2: roll, then move, or draw a card instead.
    void roll_and_move(Random& random) {
        int rolled = choose(random, 6);
        const Face& face = FACES[rolled];
        int k = choose(random, face.count + (rolled == 0));
        if (k == face.count) {
            draw(random, turn);
            return;
        }
        const Spread& spread = TABLES.spread[face.from + k];
        unsigned moved = 0, in_ruins = 0, at_the_safe = 0;
        for (int agent = 0; agent < AGENTS; ++agent) {
            int to = ahead(place[agent], spread[agent]);
            place[agent] = static_cast<uint8_t>(to);
            moved |= static_cast<unsigned>(spread[agent] != 0) << agent;
            in_ruins |= static_cast<unsigned>(to == RUINS) << agent;
            at_the_safe |= static_cast<unsigned>(to == safe) << agent;
        }
        reached = moved & at_the_safe;
        if (moved & in_ruins) draw(random, turn);
    }

    // cards

    unsigned markers_for_a_tip_off() const {
        unsigned agents = 0;
        for (int agent = 0; agent < AGENTS; ++agent)
            agents |= static_cast<unsigned>(marker[agent] < TIP_OFF_LIMIT) << agent;
        return agents;
    }

    int pairs_apart() const {
        int pairs = 0;
        for (int one = 0; one < AGENTS; ++one)
            for (int other = one + 1; other < AGENTS; ++other) pairs += place[one] != place[other];
        return pairs;
    }

    // S5.8: in how many ways a card can be played now.
    int ways(int card) const {
        switch (card) {
            case STEP_BACK:
            case SIDE_STEP:
                return 2 * AGENTS;
            case TO_THE_RUINS:
                return AGENTS - size_of(agents_in(RUINS));
            case TIP_OFF: {
                unsigned agents = markers_for_a_tip_off();
                return size_of(agents) == 1 ? 1 : pairs_of(agents);
            }
            case CURFEW:
                return agents_in(CHURCH) != ALL;
            case SAFE_CRACKER:
                return AGENTS - size_of(agents_in(safe));
            case BOTH_BACK:
            case BOTH_FORWARD:
                return PAIRS;
            case SWAP:
                return pairs_apart();
            case RENDEZVOUS:
                return 2 * pairs_apart();
            case SECOND_IDENTITY:
                return free != 0;
            case DECOY:
                return 2 * size_of(agents_in(safe));
            case ASYLUM: {
                unsigned agents = agents_in(RUINS);
                return size_of(agents) + pairs_of(agents);
            }
            case RELOCATION:
                return BUILDINGS - 1;
            default:
                return 3 * AGENTS;  // sprint
        }
    }

    bool can_play_something(int seat) const {
        for (unsigned left = kinds[seat]; left != 0; left &= left - 1)
            if (ways(__builtin_ctz(left)) > 0) return true;
        return false;
    }

    bool move_both(Pair agents, int way) {
        bool one = put(agents.one, one_step(place[agents.one], way));
        bool other = put(agents.other, one_step(place[agents.other], way));
        return one || other;
    }

    bool trade_places(Pair agents) {
        int here = place[agents.one], there = place[agents.other];
        bool one = put(agents.one, there);
        bool other = put(agents.other, here);
        return one || other;
    }

    bool swap_the_nth(int k) {
        for (int one = 0;; ++one)
            for (int other = one + 1; other < AGENTS; ++other)
                if (place[one] != place[other] && k-- == 0) return trade_places({one, other});
    }

    bool meet_the_nth(int k) {
        for (int one = 0;; ++one)
            for (int other = 0; other < AGENTS; ++other)
                if (place[one] != place[other] && k-- == 0) return put(one, place[other]);
    }

    void tip_off(int agent) { marker[agent] = std::min<int16_t>(marker[agent] + 3, TIP_OFF_LIMIT); }

    // S6: plays a card in the k-th of its ways. Whether an agent came to the ruins.
    bool carry_out(Random& random, int seat, int card, int k) {
        switch (card) {
            case STEP_BACK:
                return put(k / 2, back(place[k / 2], k % 2 + 1));
            case TO_THE_RUINS:
                return put(nth_of(ALL & ~agents_in(RUINS), k), RUINS);
            case TIP_OFF: {
                unsigned agents = markers_for_a_tip_off();
                if (size_of(agents) == 1) {
                    tip_off(first_of(agents));
                } else {
                    Pair both = nth_pair(agents, k);
                    tip_off(both.one);
                    tip_off(both.other);
                }
                return false;
            }
            case SIDE_STEP:
                return put(k / 2, one_step(place[k / 2], k % 2));
            case CURFEW:
                for (int agent = 0; agent < AGENTS; ++agent) put(agent, CHURCH);
                return false;
            case SAFE_CRACKER:
                return put(nth_of(ALL & ~agents_in(safe), k), safe);
            case BOTH_BACK:
                return move_both(nth_pair(ALL, k), 1);
            case SWAP:
                return swap_the_nth(k);
            case BOTH_FORWARD:
                return move_both(nth_pair(ALL, k), 0);
            case RENDEZVOUS:
                return meet_the_nth(k);
            case SECOND_IDENTITY:
                take_identity(random, seat);
                return false;
            case DECOY: {
                int agent = nth_of(agents_in(safe), k / 2);
                return put(agent, one_step(place[agent], k % 2));
            }
            case ASYLUM: {
                unsigned agents = agents_in(RUINS);
                if (k < size_of(agents)) {
                    put(nth_of(agents, k), CHURCH);
                } else {
                    Pair both = nth_pair(agents, k - size_of(agents));
                    put(both.one, CHURCH);
                    put(both.other, CHURCH);
                }
                return false;
            }
            case RELOCATION:
                put_safe(k < safe ? k : k + 1);
                return false;
            default:  // sprint
                return put(k / 3, ahead(place[k / 3], k % 3 + 1));
        }
    }

    // S5.6: everybody who holds a card says no or yes. The first in clockwise order who said yes, or -1.
    int poll(Random& random) {
        unsigned yes = 0;
        for (int seat = 0; seat < SEATS; ++seat)
            if (hand_size[seat] > 0)
                yes |= static_cast<unsigned>(choose(random, can_play_something(seat) ? 2 : 1)) << seat;
        if (yes == 0) return -1;
        int seat = turn;
        while ((yes >> seat & 1) == 0) seat = left_of(seat);
        return seat;
    }

    // S5.6, S5.7: one opportunity after the other, until as many have passed in a row as there are players.
    void card_part(Random& random) {
        int asked = poll(random);
        if (asked < 0) return;
        int passes = 0;
        bool must_play = true, has_played = false;
        for (;;) {
            bool stops = play_or_stop(random, asked, must_play);
            if (!stops) {
                must_play = false;
                has_played = true;
                if (hand_size[asked] > 0) continue;
            }
            passes = has_played ? 0 : passes + 1;
            has_played = false;
            for (;; ++passes) {
                if (passes >= SEATS) return;
                asked = left_of(asked);
                if (hand_size[asked] > 0) break;
            }
        }
    }

    // One random choice: a card, or to pass (after a card: to be done), which comes first. Whether it was that.
    bool play_or_stop(Random& random, int seat, bool must_play) {
        std::array<int, MOST_CARDS> card{}, end{};
        int n = 0, total = must_play ? 0 : 1;
        for (unsigned left = kinds[seat]; left != 0; left &= left - 1) {
            card[n] = __builtin_ctz(left);
            total += ways(card[n]);
            end[n++] = total;
        }
        int k = choose(random, total);
        int begin = must_play ? 0 : 1;
        if (k < begin) return true;
        int i = 0;
        for (; k >= end[i]; ++i) begin = end[i];
        lay_down(seat, card[i]);
        bool came_to_the_ruins = carry_out(random, seat, card[i], k - begin);
        if (came_to_the_ruins && seat == turn) draw(random, seat);  // S5.3
        return false;
    }

    int play(Random& random) {
        set_up(random);
        for (;;) {
            reached = 0;
            roll_and_move(random);
            card_part(random);
            if (reached != 0) {
                int farthest = score();
                int k = choose(random, BUILDINGS - 1);  // S3.5
                put_safe(k < safe ? k : k + 1);
                if (farthest >= FINISH) break;  // S4.1: a tip-off stops before it
            }
            turn = left_of(turn);
        }
        for (int seat = 0; seat < SEATS; ++seat)  // S6.1: whoever holds several agents keeps one of the farthest
            if (size_of(holds[seat]) > 1) choose(random, farthest_held(seat).count);
        return steps;
    }

    struct Farthest {
        int marker, count;
    };

    Farthest farthest_held(int seat) const {
        Farthest found{-1, 0};
        for (unsigned left = holds[seat]; left != 0; left &= left - 1) {
            int now = marker[first_of(left)];
            if (now > found.marker) found = {now, 0};
            found.count += now == found.marker;
        }
        return found;
    }

    // S4.2, S4.3: ties are shared; nobody wins if only free agents are in front.
    void count_wins(std::array<int64_t, SEATS>& wins) const {
        std::array<int, SEATS> scores{};
        for (int seat = 0; seat < SEATS; ++seat) scores[seat] = farthest_held(seat).marker;
        int best = *std::max_element(scores.begin(), scores.end());
        if (*std::max_element(marker.begin(), marker.end()) > best) return;
        for (int seat = 0; seat < SEATS; ++seat) wins[seat] += scores[seat] == best;
    }
};

}  // namespace

int main(int argc, char** argv) { return speak<Game>(argc, argv); }
