import type pg from 'pg'

/** Certificates (PEM) for a TLS connection; `ca` replaces the public authorities. */
export type DatabaseTls = { ca?: string; cert?: string; key?: string }

/**
 * Settings for the `pg` driver. With TLS the server must have a certificate for the host of the URL. `host` enforces
 * this for addresses too, which the driver would compare with `localhost`.
 */
export const connectionTo = (connectionString: string, tls: DatabaseTls | undefined): pg.ClientConfig => {
  if (!tls) return { connectionString }
  const host = new URL(connectionString).hostname.replace(/^\[|\]$/g, '')
  return { connectionString, ssl: { ...tls, host } }
}
