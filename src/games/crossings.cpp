#include "games/crossings.hpp"

namespace retrograde {

namespace {

[[nodiscard]] SymmetryGroup mirror_group(int width, int height) {
    const std::array elements{permutation_of(GridSymmetry::identity, width, height),
                              permutation_of(GridSymmetry::mirror_columns, width, height)};
    return {elements, width * height};
}

}  // namespace

Crossings::Crossings(const CrossingsSetup& setup)
    : width_(setup.width),
      height_(setup.height),
      most_(setup.ranks * setup.width),
      shift_(setup.shift),
      board_(first_squares(width_ * height_)),
      bottom_(first_squares(width_)),
      top_(board_ & ~first_squares(width_ * (height_ - 1))),
      symmetries_(mirror_group(width_, height_)),
      flip_(permutation_of(GridSymmetry::mirror_rows, width_, height_), width_ * height_),
      numbers_(place_of({.own = most_, .opponent = most_, .own_crossed = width_, .answering = true}) + 1, kNone) {
    set_up_directions();
    for (int square = 0; square < width_ * height_; ++square) {
        flipped_[static_cast<std::size_t>(square)] = flip_(bit(square));
    }
    std::size_t number = 0;
    for_each_table([&](const CrossingsStones& stones) { numbers_[place_of(stones)] = number++; });
    for_each_table([&](const CrossingsStones& stones) { add_table(stones); });
}

void Crossings::set_up_directions() {
    std::size_t i = 0;
    for (const int up : {1, 0, -1}) {
        for (const int right : {-1, 0, 1}) {
            if (up == 0 && right == 0) continue;
            const int step = up * width_ + right;
            directions_.step[i] = static_cast<Bits>(step) % kMaxSquares;
            directions_.back[i] = static_cast<Bits>(-step) % kMaxSquares;
            for (int square = 0; square < width_ * height_; ++square) {
                const int column = square % width_ + right;
                const int row = square / width_ + up;
                if (column < 0 || column >= width_ || row < 0 || row >= height_) continue;
                directions_.left[i] |= bit(square);
                directions_.entered[i] |= bit(square + step);
            }
            set_up_changes(i++, step);
        }
    }
}

void Crossings::set_up_changes(std::size_t direction, int step) {
    for (std::size_t stones = 0; stones < kLongest; ++stones) {
        Bits squares = 0;
        for (std::size_t distance = 0; distance <= stones; ++distance) {
            const auto entered = static_cast<int>(distance) + 1;
            const auto left = static_cast<int>(distance) - static_cast<int>(stones);
            squares |= std::rotl(Bits{1}, entered * step) | std::rotl(Bits{1}, left * step);
            directions_.changed[stones][distance][direction] = squares;
        }
    }
}

bool Crossings::has_table(const CrossingsStones& stones) const noexcept {
    if (stones.own + stones.opponent == 0) return false;
    if (stones.own_unlocked() < 0 || stones.opponent_unlocked() < 0 || stones.opponent_crossed() > width_) return false;
    // What does not find room among the crossed stones of the other side stands between the two rows.
    const int own_between = std::max(0, stones.own_unlocked() - (width_ - stones.opponent_crossed()));
    const int opponent_between = std::max(0, stones.opponent_unlocked() - (width_ - stones.own_crossed));
    return own_between + opponent_between <= width_ * (height_ - 2);
}

template <class Visitor>
void Crossings::for_each_table(Visitor&& visit) const {
    for (int own = 0; own <= most_; ++own) {
        for (int opponent = 0; opponent <= most_; ++opponent) {
            for (int crossed = 0; crossed <= width_; ++crossed) {
                for (const bool answering : {false, true}) {
                    const CrossingsStones stones{own, opponent, crossed, answering};
                    if (has_table(stones)) visit(stones);
                }
            }
        }
    }
}

namespace {

/// `4v3`, or `4v3x1v1` where stones have crossed.
[[nodiscard]] std::string table_name(int first, int second, int first_crossed, int second_crossed) {
    std::string name = std::to_string(first) + "v" + std::to_string(second);
    if (second_crossed != 0) name += "x" + std::to_string(first_crossed) + "v" + std::to_string(second_crossed);
    return name;
}

}  // namespace

void Crossings::add_table(const CrossingsStones& stones) {
    TableSpec<kGroups> table;
    table.own = static_cast<unsigned>(stones.own);
    table.opponent = static_cast<unsigned>(stones.opponent);
    table.name = table_name(stones.own, stones.opponent, stones.own_crossed, stones.opponent_crossed());
    table.shape = {GroupShape{stones.own_crossed, top_}, GroupShape{stones.opponent_crossed(), bottom_},
                   GroupShape{stones.opponent_unlocked(), board_ & ~bottom_},
                   GroupShape{stones.own_unlocked(), board_ & ~top_}};
    if (stones.answering) {
        table.layer = table.name;
        table.partner = tables_.size();
        table.converts_only = true;
    } else {
        table.layer = table_name(std::max(stones.own, stones.opponent), std::min(stones.own, stones.opponent),
                                 stones.own_crossed, stones.own_crossed);
        table.partner = table_of({stones.opponent, stones.own, stones.own_crossed, false});
    }
    table.max_moves = most_moves(stones.own_unlocked());
    const auto conversions = conversions_of(stones);
    std::copy_if(conversions.begin(), conversions.end(), std::back_inserter(table.conversions),
                 [](std::size_t number) { return number != kNone; });
    facts_.push_back({stones, conversions});
    tables_.push_back(std::move(table));
}

std::array<std::size_t, 4> Crossings::conversions_of(const CrossingsStones& stones) const {
    std::array<std::size_t, 4> conversions{};
    for (std::size_t kind = 0; kind < conversions.size(); ++kind) {
        const int crosses = kind / 2 == 1 ? 1 : 0;
        const int captures = kind % 2 == 1 ? 1 : 0;
        // A crossing has to be answered, unless it is an answer itself.
        const CrossingsStones child{stones.opponent - captures, stones.own, stones.opponent_crossed(),
                                    crosses == 1 && !stones.answering};
        const bool can_be = kind != 0 && (crosses == 1 || !stones.answering) && stones.own_unlocked() > captures &&
                            stones.opponent_unlocked() >= captures;
        conversions[kind] = can_be && has_table(child) ? table_of(child) : kNone;
    }
    return conversions;
}

/// No more moves than that with so many stones that are not locked.
unsigned Crossings::most_moves(int stones) const {
    // Along each of the four axes the stones fall into runs; take the runs that give the most.
    std::vector<int> most(static_cast<std::size_t>(stones) + 1, 0);
    for (std::size_t n = 1; n < most.size(); ++n) {
        for (std::size_t run = 1; run <= n; ++run) {
            most[n] = std::max(most[n], most_shifts(static_cast<int>(run)) + most[n - run]);
        }
    }
    return static_cast<unsigned>(4 * most.back());
}

/// No more moves than that of parts of one run, forwards and backwards.
int Crossings::most_shifts(int run) const {
    const auto forwards = [&](int room) {
        if (shift_ == ShiftRule::exact) return room > 0 ? run : 0;
        int shifts = 0;
        for (int part = 1; part <= run; ++part)
            shifts += std::min(part, room);
        return shifts;
    };
    const int room = std::max(width_, height_) - run;
    int most = 0;
    for (int ahead = 0; ahead <= room; ++ahead)
        most = std::max(most, forwards(ahead) + forwards(room - ahead));
    return most;
}

}  // namespace retrograde
