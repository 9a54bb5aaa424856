import { vi } from 'vitest'

/**
 * Vitest gives up after a second, which fails on a busy machine. These timeouts only limit the wait. Tests of speed
 * measure it themselves.
 */
const timeoutMs = 20_000

const { waitFor, waitUntil } = vi
type Options = Parameters<typeof waitFor>[1]

const withLongTimeouts = (options: Options): Options => ({
  interval: 20,
  ...(typeof options === 'object' && options),
  timeout: timeoutMs,
})

vi.waitFor = (check, options) => waitFor(check, withLongTimeouts(options))
vi.waitUntil = (check, options) => waitUntil(check, withLongTimeouts(options))
