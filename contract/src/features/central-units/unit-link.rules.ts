/** Known state of a unit's connection. */
export type LinkState = {
  /** Life of the unit at its last connection. */
  life: string
  boot: number
  /** Number of the connection within the boot. */
  connection: number
  online: boolean
  /**
   * Whether the will of this connection was received. If the unit still sends under the same number, it failed to count
   * up.
   */
  closed: boolean
}

/** Birth, keepalive (`online`) or will. */
export type LinkMessage = Pick<LinkState, 'life' | 'boot' | 'connection' | 'online'>

/**
 * Next connection state after a message, or null without a change. Within a life the later connection wins, whatever
 * the order of arrival; a sending unit counts as connected, even under a number whose will was received. Lives have no
 * order: a birth of another life takes over, a will of another is ignored.
 */
export const nextLink = (current: LinkState | undefined, message: LinkMessage): LinkState | null => {
  const { life, boot, connection, online } = message
  const reported: LinkState = { life, boot, connection, online, closed: !online }
  if (!current) return reported
  if (current.life !== life) return online ? reported : null
  const isEarlier = boot < current.boot || (boot === current.boot && connection < current.connection)
  const isSame = boot === current.boot && connection === current.connection
  if (!isEarlier && !(isSame && current.closed && online)) return reported
  if (!online || (isEarlier && current.online)) return null
  return { ...current, online, closed: true }
}

/** Whether a unit sends under the number of a closed connection, which prevents matching of wills and births. */
export const reusesConnection = ({ online, closed }: Pick<LinkState, 'online' | 'closed'>): boolean => online && closed
