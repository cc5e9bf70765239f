// What the machine has to offer, and how it is said.
#include <catch2/catch.hpp>
#include <fstream>

#include "base/control_group.hpp"
#include "database_helpers.hpp"
#include "retrograde/machine.hpp"
#include "retrograde/text.hpp"

namespace retrograde::test {
namespace {

constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};

/// A machine's `proc` and `sys`, as far as control groups go.
class Machine {
public:
    /// `groups`: the lines of /proc/self/cgroup.
    explicit Machine(const std::string& groups) { write("proc/self/cgroup", groups); }

    void write(const std::string& file, const std::string& text) const {
        const fs::path path = root_.path() / file;
        fs::create_directories(path.parent_path());
        std::ofstream(path) << text;
    }
    [[nodiscard]] GroupMemory memory() const { return memory_of_control_group(root_.path()); }

private:
    TempFolder root_;
};

void check_memory(const Machine& machine, std::uint64_t limit, std::uint64_t left) {
    CHECK(machine.memory().limit == limit);
    CHECK(machine.memory().left == left);
}

}  // namespace

TEST_CASE("memory without a control group", "[machine]") {
    check_memory(Machine(""), kNoLimit, kNoLimit);
    check_memory(Machine("no group\n0::/gone\n4:memory:/gone\n:\n"), kNoLimit, kNoLimit);
    CHECK(available_memory() > 0);
    CHECK(whole_memory() >= available_memory());
    CHECK(working_memory(0) <= available_memory());
    CHECK(working_memory(123) == 123);
}

TEST_CASE("memory of a control group of the second version", "[machine]") {
    const Machine machine("0::/outer/inner\n");
    const std::string outer = "sys/fs/cgroup/outer/";
    const std::string inner = outer + "inner/";
    machine.write(inner + "memory.max", "max\n");
    check_memory(machine, kNoLimit, kNoLimit);
    machine.write(outer + "memory.max", "1000\n");
    check_memory(machine, 1000, 1000);
    machine.write(outer + "memory.current", "700\n");
    check_memory(machine, 1000, 300);
    machine.write(inner + "memory.max", "400\n");
    machine.write(inner + "memory.current", "50\n");
    check_memory(machine, 400, 300);
    machine.write(outer + "memory.stat", "anon 1\ninactive_file 60\nactive_file 40\nfile 100\n");
    check_memory(machine, 400, 350);
    machine.write(outer + "memory.stat", "inactive_file 9000\n");
    machine.write(inner + "memory.current", "500\n");  // beyond its limit for a moment
    check_memory(machine, 400, 0);
    machine.write("sys/fs/cgroup/memory.max", "10\n");
    check_memory(machine, 10, 0);
}

TEST_CASE("memory of a control group of the first version", "[machine]") {
    const Machine machine("9:name=systemd:/\n4:memory:/job\n0::/\n");
    const std::string mount = "sys/fs/cgroup/memory/";
    machine.write(mount + "memory.limit_in_bytes", "9223372036854771712\n");
    check_memory(machine, 9223372036854771712U, 9223372036854771712U);
    machine.write(mount + "job/memory.limit_in_bytes", "1000\n");
    machine.write(mount + "job/memory.usage_in_bytes", "800\n");
    machine.write(mount + "job/memory.stat", "inactive_file 1\ntotal_inactive_file 100\ntotal_active_file 200\n");
    check_memory(machine, 1000, 500);
}

TEST_CASE("a control group whose folder is mounted in a container", "[machine]") {
    const Machine machine("0::/docker/0123\n");
    machine.write("sys/fs/cgroup/memory.max", "5000\n");
    machine.write("sys/fs/cgroup/memory.current", "1000\n");
    check_memory(machine, 5000, 4000);
}

TEST_CASE("bytes as people read them", "[machine]") {
    CHECK(bytes_text(0) == "0 B");
    CHECK(bytes_text(999) == "999 B");
    CHECK(bytes_text(1000) == "1.00 kB");
    CHECK(bytes_text(1234567) == "1.23 MB");
    CHECK(bytes_text(99949999) == "99.9 MB");
    CHECK(bytes_text(999600000) == "1.00 GB");
    CHECK(bytes_text(2000000000000) == "2.00 TB");
    CHECK(bytes_text(kNoLimit) == "18.4 EB");
}

}  // namespace retrograde::test
