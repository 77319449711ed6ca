// The basic game of spies for four players (rules S1-S4), written by hand for speed: what a C++ programmer would write who
// needs nothing but random games. It makes the same random choices in the same order as the kernel's compiled rules, so the
// number of steps and the wins by seat must come out equal; bench/engine.py checks that before it compares the times.
//
//   spies_loop GAMES SEED   plays GAMES games and prints: steps, wins of seat 0 to 3, nanoseconds of processor time
//   spies_loop              reads such pairs from the standard input, one a line, until it ends

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace {

constexpr int AGENTS = 7, SEATS = 4, BUILDINGS = 12;
constexpr int FINISH = 42;     // S1.4
constexpr int SAFE_START = 7;  // S2.2
constexpr int MOST_POINTS = 6;
constexpr int SPREADS = 1715;  // S3.2: ways to spread 1 to 6 points over seven agents

constexpr std::array<int8_t, BUILDINGS> VALUE = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -3};  // S1.1

// One place more than there are agents, always 0: eight bytes are one vector.
constexpr int LANES = 8;
using Spread = std::array<uint8_t, LANES>;

struct Tables {
    std::array<Spread, SPREADS> spread{};
    std::array<int, MOST_POINTS + 2> begin{};  // where the spreads of so many points begin

    constexpr Tables() {
        int next = 0;
        for (int points = 1; points <= MOST_POINTS; ++points) {
            begin[points] = next;
            Spread now{};
            fill(now, 0, points, next);
        }
        begin[MOST_POINTS + 1] = next;
    }

    constexpr void fill(Spread& now, int agent, int points, int& next) {
        if (agent == AGENTS - 1) {
            now[agent] = static_cast<uint8_t>(points);
            spread[next++] = now;
            return;
        }
        for (int first = points; first >= 0; --first) {
            now[agent] = static_cast<uint8_t>(first);
            fill(now, agent + 1, points - first, next);
        }
    }
};

const Tables TABLES;

struct Face {
    int from, count;  // the movements that it allows, in TABLES.spread
};

const std::array<Face, 6> FACES = [] {  // S3.1: "1-3", 2, 3, 4, 5, 6
    std::array<Face, 6> faces{};
    for (int face = 0; face < 6; ++face) {
        int low = face + 1, high = face == 0 ? 3 : face + 1;
        faces[face] = {TABLES.begin[low], TABLES.begin[high + 1] - TABLES.begin[low]};
    }
    return faces;
}();

struct Random {  // xorshift64*
    uint64_t x;

    int below(int n) {
        x ^= x >> 12;
        x ^= x << 25;
        x ^= x >> 27;
        return static_cast<int>(((x * 2685821657736338717u) >> 32) * static_cast<uint64_t>(n) >> 32);
    }
};

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

void run(int64_t games, uint64_t seed) {
    std::clock_t start = std::clock();
    Random random{seed};
    int64_t steps = 0;
    std::array<int64_t, SEATS> wins{};
    for (int64_t i = 0; i < games; ++i) {
        Game game;
        steps += game.play(random);
        game.count_wins(wins);
    }
    double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    std::printf("%lld", static_cast<long long>(steps));
    for (int64_t n : wins) std::printf(" %lld", static_cast<long long>(n));
    std::printf(" %lld\n", static_cast<long long>(seconds * 1e9));
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc == 3) {
        run(std::atoll(argv[1]), std::strtoull(argv[2], nullptr, 10));
        return 0;
    }
    long long games = 0;
    unsigned long long seed = 0;
    while (std::scanf("%lld %llu", &games, &seed) == 2) run(games, seed);
    return 0;
}
