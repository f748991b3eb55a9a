// The verdict of src/hanamachi/games/okiya/kernel.py in native code, the same algorithm move for move:
//     g++ -O3 -march=native -o okiya okiya.cpp && ./okiya < layouts
// Reads layouts, 16 tiles each; prints the first player's wins, all positions searched, and CPU ms per layout.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <vector>

using Mask = uint32_t;

constexpr Mask GARDEN = 0xFFFF, CENTRE = 0x0660, BORDER = GARDEN ^ CENTRE;
constexpr Mask PATTERNS[] = {0x000F, 0x00F0, 0x0F00, 0xF000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248,
                             0x0033, 0x0066, 0x00CC, 0x0330, 0x0660, 0x0CC0, 0x3300, 0x6600, 0xCC00};

static uint16_t completing[GARDEN + 1];
static Mask match[16];
static long positions;

static int count(Mask mask) { return __builtin_popcount(mask); }
static int lowest(Mask mask) { return __builtin_ctz(mask); }

static Mask safe(Mask moves, Mask threats) {
    for (; threats; threats &= threats - 1) moves &= ~match[lowest(threats)];
    return moves;
}

static bool reaches(Mask mine, Mask theirs, Mask moves, int left, int goal, int full) {
    ++positions;
    const Mask empty = (mine | theirs) ^ GARDEN;
    const bool in_time = goal <= left - 2;
    const Mask aims = in_time ? empty : 0;
    Mask plan[16];
    int end = 0;
    for (; moves; moves &= moves - 1) {
        const Mask square = lowest(moves);
        const Mask threats = completing[mine | 1u << square] & aims;
        const Mask replies = safe(match[square] & empty, threats);
        if (!replies) return left > 1 || full == 1;
        const Mask cost = 32 + count(replies) - count(threats) - 2 * (CENTRE >> square & 1);
        const Mask entry = cost << 20 | square << 16 | replies;
        int at = end++;
        for (; at && plan[at - 1] > entry; --at) plan[at] = plan[at - 1];
        plan[at] = entry;
    }
    for (int i = 0; in_time && i < end; ++i) {
        const Mask taken = 1u << (plan[i] >> 16 & 15);
        if (!reaches(theirs, mine | taken, plan[i] & GARDEN, left - 1, 1 - goal, full)) return true;
    }
    return false;
}

static void lay(const std::array<int, 16>& layout) {
    for (int a = 0; a < 16; ++a) {
        match[a] = 0;
        for (int b = 0; b < 16; ++b)
            if (a != b && (layout[a] / 4 == layout[b] / 4 || layout[a] % 4 == layout[b] % 4)) match[a] |= 1u << b;
    }
}

int main() {
    for (Mask mask = 0; mask <= GARDEN; ++mask)
        for (const Mask pattern : PATTERNS)
            if (count(pattern & ~mask) == 1) completing[mask] |= pattern & ~mask;
    std::vector<std::array<int, 16>> layouts;
    for (std::array<int, 16> layout;; layouts.push_back(layout))
        if (!std::all_of(layout.begin(), layout.end(), [](int& tile) { return std::scanf("%d", &tile) == 1; })) break;
    long wins = 0;
    const std::clock_t start = std::clock();
    for (const auto& layout : layouts) {
        lay(layout);
        wins += reaches(0, 0, BORDER, 16, 1, 1);
    }
    const double ms = 1e3 * double(std::clock() - start) / CLOCKS_PER_SEC;
    std::printf("%ld %ld %.4f\n", wins, positions, ms / double(layouts.size()));
}
