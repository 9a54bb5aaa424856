import { vi } from 'vitest'

/**
 * Vitest gives up after a second, which a busy machine takes for nothing: how long to wait is no assertion, only when to
 * stop hoping. What must be quick is measured by the test that says so.
 */
const patienceMs = 20_000

const { waitFor, waitUntil } = vi
type Options = Parameters<typeof waitFor>[1]

const patient = (options: Options): Options => ({
  interval: 20,
  ...(typeof options === 'object' && options),
  timeout: patienceMs,
})

vi.waitFor = (check, options) => waitFor(check, patient(options))
vi.waitUntil = (check, options) => waitUntil(check, patient(options))
