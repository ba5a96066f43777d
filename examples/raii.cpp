/* SPDX-License-Identifier: 0BSD */
/*
 * raii.cpp: a sealing key as a C++17 class: wiped when it dies, never copied by accident,
 * errors as exceptions, and a counter inside so that no caller can repeat a nonce
 *
 * Build:  c++ -std=c++17 -O2 -I. examples/raii.cpp -o raii
 * Run:    ./raii
 * Exit:   0; 1 with what the exception says
 */
#define FILESEC_IMPLEMENTATION
#include "filesec.h"

#include <array>
#include <cstdint>
#include <iostream>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace example
{

class error : public std::runtime_error
{
  public:
    explicit error(filesec_status s) : std::runtime_error(filesec_status_text(s)), status_(s)
    {
    }
    filesec_status status() const noexcept
    {
        return status_;
    }

  private:
    filesec_status status_;
};

/* Bytes of somebody else's: a pointer and a length. With C++20: std::span<const std::byte>. */
class view
{
  public:
    view() noexcept = default;
    view(const void *data, std::size_t size) noexcept : data_(data), size_(size)
    {
    }
    view(std::string_view s) noexcept : data_(s.data()), size_(s.size())
    {
    }
    view(const std::vector<std::uint8_t> &v) noexcept : data_(v.data()), size_(v.size())
    {
    }
    const std::uint8_t *data() const noexcept
    {
        return static_cast<const std::uint8_t *>(data_);
    }
    std::size_t size() const noexcept
    {
        return size_;
    }

  private:
    const void *data_ = nullptr;
    std::size_t size_ = 0;
};

using key_bytes = std::array<std::uint8_t, 32>;

/*
 * Sealed: 12 bytes of nonce, the ciphertext, 16 bytes of tag. The counter is this object's, so
 * the key must be: derive one for each object, as session() does. It can be moved; what it was
 * moved from is wiped and refuses to work. Not for two threads at once.
 */
class sealing_key
{
  public:
    /* master: long-lived. salt: 32 random bytes for each session, known to both sides; it need
       not be secret, but must never be used twice for sealing. */
    static sealing_key session(const key_bytes &master, const key_bytes &salt)
    {
        static constexpr std::string_view use = "example sealing_key v1";
        key_bytes fresh{};
        const auto s =
            filesec_hkdf_sha512(fresh.data(), fresh.size(), master.data(), master.size(),
                                salt.data(), salt.size(), use.data(), use.size());
        sealing_key k(fresh);
        filesec_wipe(fresh.data(), fresh.size());
        check(s);
        return k;
    }
    sealing_key(const sealing_key &) = delete;
    sealing_key &operator=(const sealing_key &) = delete;
    sealing_key(sealing_key &&other) noexcept
    {
        take(other);
    }
    sealing_key &operator=(sealing_key &&other) noexcept
    {
        if (this != &other)
            take(other);
        return *this;
    }
    ~sealing_key()
    {
        filesec_wipe(&key_, sizeof key_);
    }

    std::vector<std::uint8_t> seal(view text, view aad = {})
    {
        std::vector<std::uint8_t> out(nonce_size + text.size() + tag_size);
        if (sealed_ == UINT64_MAX)
            throw error(FILESEC_ERR_LIMIT);
        sealed_++; /* before it is used: a failure may waste a number, never repeat one */
        for (unsigned i = 0; i < 8; i++)
            out[4 + i] = static_cast<std::uint8_t>(sealed_ >> (56 - 8 * i));
        check(filesec_chacha20poly1305_seal(&key_, out.data() + nonce_size,
                                            out.data() + nonce_size + text.size(), out.data(),
                                            aad.data(), aad.size(), text.data(), text.size()));
        return out;
    }

    /* Returns genuine bytes, or throws. */
    std::vector<std::uint8_t> open(view sealed, view aad = {}) const
    {
        if (sealed.size() < nonce_size + tag_size)
            throw error(FILESEC_ERR_TRUNCATED);
        std::vector<std::uint8_t> text(sealed.size() - nonce_size - tag_size);
        const std::uint8_t *in = sealed.data() + nonce_size;
        check(filesec_chacha20poly1305_open(&key_, text.data(), sealed.data(), aad.data(),
                                            aad.size(), in, text.size(), in + text.size()));
        return text;
    }

  private:
    static constexpr std::size_t nonce_size = 12, tag_size = 16;

    explicit sealing_key(const key_bytes &key) noexcept
    {
        filesec_chacha20poly1305_init(&key_, key.data());
    }
    /* A key is plain bytes and may be moved by copying them. */
    void take(sealing_key &other) noexcept
    {
        key_ = other.key_;
        sealed_ = other.sealed_;
        filesec_wipe(&other.key_, sizeof other.key_);
        other.sealed_ = UINT64_MAX;
    }
    static void check(filesec_status s)
    {
        if (s != FILESEC_OK)
            throw error(s);
    }

    filesec_chacha20poly1305_key key_;
    std::uint64_t sealed_ = 0;
};

static_assert(!std::is_copy_constructible_v<sealing_key> &&
              !std::is_copy_assignable_v<sealing_key>);
static_assert(std::is_nothrow_move_constructible_v<sealing_key> &&
              std::is_nothrow_move_assignable_v<sealing_key>);
static_assert(std::is_nothrow_destructible_v<sealing_key>);

/* std::random_device reads the system's generator with the C++ libraries of Linux, the BSDs,
   macOS and Windows; the standard does not promise that. */
key_bytes random_key()
{
    std::random_device source;
    key_bytes key;
    for (auto &byte : key)
        byte = static_cast<std::uint8_t>(source());
    return key;
}

} // namespace example

int main()
try {
    auto master = example::random_key();
    const auto salt = example::random_key();
    auto sender = example::sealing_key::session(master, salt);
    const auto receiver = example::sealing_key::session(master, salt);
    filesec_wipe(master.data(), master.size()); /* plain bytes: nobody else does it */
    using namespace std::string_view_literals;

    auto sealed = sender.seal("meet at noon"sv, "to: b"sv);
    const auto text = receiver.open(sealed, "to: b"sv);
    std::cout << std::string(text.begin(), text.end()) << '\n';
    if (sender.seal("meet at noon"sv, "to: b"sv) == sealed)
        return 1; /* another number, so other bytes */

    sealed[12] ^= 1;
    try {
        receiver.open(sealed, "to: b"sv);
        return 1;
    } catch (const example::error &e) {
        std::cout << "changed: " << e.what() << '\n';
    }
    return std::cout.flush() ? 0 : 1;
} catch (const std::exception &e) {
    std::cerr << "raii: " << e.what() << '\n';
    return 1;
}
