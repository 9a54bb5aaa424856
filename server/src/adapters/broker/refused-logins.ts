/** A login refused by a broker; null for facts missing from its log. */
export type RefusedLogin = { address: string; name: string | null }

const newConnection = /^(?:\d+: )?New connection from (\S+):(\d+) on port/
const accepted = /New client connected from (\S+):(\d+) as/
const refused = /Client (\S+)(?: \[(\S+):\d+\])? disconnected, not authori[sz]ed/

/** Maximum connections remembered before their login. */
const maxPending = 1_000

/**
 * Finds refused logins in Mosquitto's published log. Mosquitto 2.0 names neither client nor address in its line, so the
 * address is taken from the oldest connection without a login.
 */
export const createRefusedLoginReader = () => {
  const pending = new Map<string, string>()

  const open = (address: string, port: string): void => {
    pending.set(`${address}:${port}`, address)
    const [oldest] = pending.size > maxPending ? pending.keys() : []
    if (oldest !== undefined) pending.delete(oldest)
  }

  const closeOldest = (): string | undefined => {
    const [[key, address] = []] = pending
    if (key !== undefined) pending.delete(key)
    return address
  }

  return (line: string): RefusedLogin | null => {
    const [, openedAddress, openedPort = ''] = newConnection.exec(line) ?? []
    if (openedAddress !== undefined) open(openedAddress, openedPort)
    const [, acceptedAddress, acceptedPort] = accepted.exec(line) ?? []
    if (acceptedAddress !== undefined) pending.delete(`${acceptedAddress}:${acceptedPort}`)
    const [, client, address] = refused.exec(line) ?? []
    if (client === undefined) return null
    return {
      address: address ?? closeOldest() ?? 'unknown',
      name: client === '<unknown>' ? null : client.slice(0, 64),
    }
  }
}
