// What both hand-written loops of spies share (`spies_loop.cpp`: the basic game; `spies_cards_loop.cpp`: with cards): the board, the
// movements that the die allows, the random source, and how a loop is called. Both are for four players.
//
//   LOOP GAMES SEED   plays GAMES games and prints: steps, wins of seat 0 to 3, nanoseconds of processor time
//   LOOP              reads such pairs from the standard input, one a line, until it ends

#pragma once

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

template <class Game>
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

template <class Game>
int speak(int argc, char** argv) {
    if (argc == 3) {
        run<Game>(std::atoll(argv[1]), std::strtoull(argv[2], nullptr, 10));
        return 0;
    }
    long long games = 0;
    unsigned long long seed = 0;
    while (std::scanf("%lld %llu", &games, &seed) == 2) run<Game>(games, seed);
    return 0;
}

}  // namespace
