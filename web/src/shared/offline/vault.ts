import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { call } from '../api/call.ts'

/** Bytes that only the key of their account opens. */
export type Locked = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }

type OwnKey = { userid: string; key: CryptoKey }

interface Vault extends DBSchema {
  /** The key of the person who is signed in here; gone when they sign out. */
  key: { key: 'own'; value: OwnKey }
  /** Answers that the person has seen, under the hash of what was asked. */
  read: { key: string; value: Locked & { at: number }; indexes: { at: number } }
  /** What waits to be sent, of everybody who has worked on this device. */
  entry: { key: string; value: Locked & { userid: string; at: number; file?: Locked }; indexes: { userid: string } }
}

let opened: Promise<IDBPDatabase<Vault> | undefined> | undefined

/** What this device keeps; undefined where it keeps nothing: storage is blocked, or the page came without TLS. */
export async function openVault(): Promise<IDBPDatabase<Vault> | undefined> {
  if (!('indexedDB' in globalThis) || !globalThis.crypto?.subtle) return undefined
  opened ??= open().catch(() => undefined)
  return opened
}

const open = (): Promise<IDBPDatabase<Vault>> =>
  openDB<Vault>('vigilux', 1, {
    upgrade(database) {
      database.createObjectStore('key')
      database.createObjectStore('read').createIndex('at', 'at')
      database.createObjectStore('entry').createIndex('userid', 'userid')
    },
  })

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))

/** The key of who is signed in here; undefined where nobody is, or nothing is kept. */
export async function ownKey(): Promise<OwnKey | undefined> {
  return (await openVault())?.get('key', 'own')
}

/**
 * Fetches the key of who has signed in, where it is not here yet. Scripts can use it and not read it. Throws as a call does; what
 * another person had seen on this device goes.
 */
export async function takeKey(userid: string): Promise<OwnKey | undefined> {
  const vault = await openVault()
  const own = await ownKey()
  if (!vault || own?.userid === userid) return own
  const { key } = await call('getDeviceKey', {})
  const taken = {
    userid,
    key: await crypto.subtle.importKey('raw', bytesOf(key), 'AES-GCM', false, ['encrypt', 'decrypt']),
  }
  await vault.clear('read')
  await vault.put('key', taken, 'own')
  return taken
}

/** Takes the key away and what was seen with it. What waits to be sent stays, locked. */
export async function dropKey(): Promise<void> {
  const vault = await openVault()
  await vault?.delete('key', 'own')
  await vault?.clear('read')
}

/** What it is goes into the lock: bytes that were moved to another place do not open. */
const lockOf = (iv: Uint8Array<ArrayBuffer>, name: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(name),
})

export async function lock({ key }: OwnKey, name: string, bytes: ArrayBuffer): Promise<Locked> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  return { iv, data: await crypto.subtle.encrypt(lockOf(iv, name), key, bytes) }
}

/** Throws where the key is another's, or the bytes are not what was locked under that name. */
export function unlock({ key }: OwnKey, name: string, { iv, data }: Locked): Promise<ArrayBuffer> {
  return crypto.subtle.decrypt(lockOf(iv, name), key, data)
}

export const lockJson = (own: OwnKey, name: string, value: unknown): Promise<Locked> =>
  lock(own, name, new TextEncoder().encode(JSON.stringify(value)).buffer)

export const unlockJson = async (own: OwnKey, name: string, locked: Locked): Promise<unknown> =>
  JSON.parse(new TextDecoder().decode(await unlock(own, name, locked)))
