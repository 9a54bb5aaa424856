import { vi } from 'vitest'

/**
 * Vitest gives up after a second, which a busy machine takes for nothing: how long to wait is no assertion, only when to
 * stop hoping. What must be quick is measured by the test that says so.
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
