// The basic game of spies for four players (rules S1-S4), written by hand for speed: what a C++ programmer would write who
// needs nothing but random games. It makes the same random choices in the same order as the kernel's compiled rules, so the
// number of steps and the wins by seat must come out equal; bench/engine.py checks that before it compares the times.

#include "spies_loop.hpp"

namespace {

struct Game {
    std::array<uint8_t, LANES> place{};
    std::array<int16_t, AGENTS> marker{};
    std::array<uint8_t, SEATS> identity{};
    int safe = SAFE_START;
    int turn = 0;

    // S2: the first player, then an agent card to each. Returns the number of steps, as all functions here that choose.
    int set_up(Random& random) {
        turn = random.below(SEATS);
        std::array<uint8_t, AGENTS> free = {0, 1, 2, 3, 4, 5, 6};
        int left = AGENTS;
        for (auto& agent : identity) {
            int k = random.below(left--);
            agent = free[k];
            std::copy(free.begin() + k + 1, free.begin() + left + 1, free.begin() + k);
        }
        return 1 + SEATS;
    }

    // S3.1-S3.3: roll and move. Whether somebody reached the safe.
    bool move(Random& random) {
        const Face& face = FACES[random.below(6)];
        const Spread& spread = TABLES.spread[face.from + random.below(face.count)];
        const auto here = static_cast<uint8_t>(safe);
        uint8_t reached = 0;
        for (int i = 0; i < LANES; ++i) {
            uint8_t to = place[i] + spread[i];
            to = to >= BUILDINGS ? to - BUILDINGS : to;
            place[i] = to;
            reached |= (spread[i] != 0) & (to == here);
        }
        return reached != 0;
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

    // S3.5: to another building.
    void move_safe(Random& random) {
        int k = random.below(BUILDINGS - 1);
        safe = k < safe ? k : k + 1;
    }

    int play(Random& random) {
        int steps = set_up(random);
        for (;;) {
            bool reached = move(random);
            steps += 2;
            if (reached) {
                int farthest = score();
                move_safe(random);
                ++steps;
                if (farthest >= FINISH) return steps;  // S4.1
            }
            turn = turn + 1 == SEATS ? 0 : turn + 1;
        }
    }

    // S4.2, S4.3: ties are shared; nobody wins if only free agents are in front.
    void count_wins(std::array<int64_t, SEATS>& wins) const {
        int best = 0, farthest = 0;
        for (int agent : identity) best = std::max<int>(best, marker[agent]);
        for (int now : marker) farthest = std::max<int>(farthest, now);
        if (farthest > best) return;
        for (int seat = 0; seat < SEATS; ++seat) wins[seat] += marker[identity[seat]] == best;
    }
};

}  // namespace

int main(int argc, char** argv) { return speak<Game>(argc, argv); }
