// Opens a database of Pangki and probes the start and what follows from it: outside FOLDER
#include <cstdio>
#include <exception>

#include <retrograde/database.hpp>
#include <retrograde/game.hpp>

int main(int count, char** arguments) {
    if (count != 2) return 2;
    try {
        const auto game = retrograde::make_game("pangki", "");
        const retrograde::DatabaseIdentity identity{game->name(), retrograde::text_of(game->rules())};
        const retrograde::Database database(retrograde::folder_of(arguments[1], identity), identity);
        const auto value_at = [&](const retrograde::Position& position) {
            return retrograde::name_of(retrograde::value_of(game->probe(database, position)));
        };
        std::printf("start %s\n", value_at(game->start()));
        for (const auto& move : game->moves(game->start()))
            std::printf("%s %s\n", move.text.c_str(), value_at(move.after));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
