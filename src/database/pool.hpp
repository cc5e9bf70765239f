// Objects that are costly to make, lent out to one thread at a time.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace retrograde::database {

/// Grows to the largest number of objects in use at one time. Thread-safe; must outlive its leases.
template <class T>
class Pool {
public:
    /// The right to use one object; gives it back at its end.
    class Lease {
    public:
        Lease(const Lease&) = delete;
        Lease& operator=(const Lease&) = delete;
        ~Lease() { pool_.give_back(std::move(object_)); }

        T& operator*() const noexcept { return *object_; }
        T* operator->() const noexcept { return object_.get(); }

    private:
        friend class Pool;
        Lease(Pool& pool, std::unique_ptr<T> object) noexcept : pool_(pool), object_(std::move(object)) {}

        Pool& pool_;
        std::unique_ptr<T> object_;
    };

    [[nodiscard]] Lease lend() {
        {
            const std::lock_guard lock(mutex_);
            if (!idle_.empty()) {
                auto object = std::move(idle_.back());
                idle_.pop_back();
                return Lease(*this, std::move(object));
            }
            idle_.reserve(++made_);  // so that giving back never needs memory
        }
        return Lease(*this, std::make_unique<T>());
    }

private:
    void give_back(std::unique_ptr<T> object) noexcept {
        const std::lock_guard lock(mutex_);
        idle_.push_back(std::move(object));
    }

    std::mutex mutex_;
    std::vector<std::unique_ptr<T>> idle_;
    std::size_t made_ = 0;
};

}  // namespace retrograde::database
