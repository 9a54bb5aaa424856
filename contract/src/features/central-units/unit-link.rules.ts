/** What is known of a unit's connection. */
export type LinkState = {
  /** The life under which the unit last connected. */
  life: string
  boot: number
  /** Number of the connection within the boot. */
  connection: number
  online: boolean
  /** The will of this very connection was read: it is over for good, whatever else of it still comes. */
  closed: boolean
}

/** A birth, a keepalive (`online`) or a will. */
export type LinkNews = Pick<LinkState, 'life' | 'boot' | 'connection' | 'online'>

/**
 * The connection after one more message of it, or null where the message changes nothing. It does not depend on the
 * order of arrival within a life: a later connection counts more than an earlier one, and a will ends its own
 * connection for good. Lives have no order, so a birth of another life takes over and a will of another is ignored.
 */
export const nextLink = (known: LinkState | undefined, news: LinkNews): LinkState | null => {
  const { life, boot, connection, online } = news
  const told: LinkState = { life, boot, connection, online, closed: !online }
  if (!known) return told
  if (known.life !== life) return online ? told : null
  const isEarlier = boot < known.boot || (boot === known.boot && connection < known.connection)
  if (isEarlier) return null
  const isSame = boot === known.boot && connection === known.connection
  return isSame && known.closed ? null : told
}
