/** What is known of a unit's connection. */
export type LinkState = {
  /** The life under which the unit last connected. */
  life: string
  boot: number
  /** Number of the connection within the boot. */
  connection: number
  online: boolean
  /** The will of this very connection was read. If the unit talks under its number all the same, the number did not grow. */
  closed: boolean
}

/** A birth, a keepalive (`online`) or a will. */
export type LinkMessage = Pick<LinkState, 'life' | 'boot' | 'connection' | 'online'>

/**
 * The connection after one more message of it, or null where the message changes nothing. Within a life a later
 * connection counts more than an earlier one, whatever the order of arrival. A unit that talks is connected, also under
 * a number whose will was read: the number did not grow. Lives have no order, so a birth of another life takes over and a
 * will of another is ignored.
 */
export const nextLink = (known: LinkState | undefined, news: LinkMessage): LinkState | null => {
  const { life, boot, connection, online } = news
  const told: LinkState = { life, boot, connection, online, closed: !online }
  if (!known) return told
  if (known.life !== life) return online ? told : null
  const isEarlier = boot < known.boot || (boot === known.boot && connection < known.connection)
  const isSame = boot === known.boot && connection === known.connection
  if (!isEarlier && !(isSame && known.closed && online)) return told
  if (!online || (isEarlier && known.online)) return null
  return { ...known, online, closed: true }
}

/** Whether a unit talks under the number of a connection that is over, so that wills and births cannot be told apart. */
export const reusesConnection = ({ online, closed }: Pick<LinkState, 'online' | 'closed'>): boolean => online && closed
