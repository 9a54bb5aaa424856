import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { call } from '../api/call.ts'

/** Bytes that only the key of their account opens. */
export type Encrypted = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }

type AccountKey = { userid: string; key: CryptoKey }

interface DeviceStore extends DBSchema {
  /** The key of the person who is signed in here; gone when they sign out. */
  key: { key: 'own'; value: AccountKey }
  /** Answers that the person has seen, under the hash of what was asked. */
  read: { key: string; value: Encrypted & { at: number }; indexes: { at: number } }
  /** What waits to be sent, of everybody who has worked on this device. */
  entry: {
    key: string
    value: Encrypted & { userid: string; at: number; file?: Encrypted }
    indexes: { userid: string }
  }
}

let openedStore: Promise<IDBPDatabase<DeviceStore> | undefined> | undefined

/** What this device keeps; undefined where it keeps nothing: storage is blocked, or the page came without TLS. */
export async function openDeviceStore(): Promise<IDBPDatabase<DeviceStore> | undefined> {
  if (!('indexedDB' in globalThis) || !globalThis.crypto?.subtle) return undefined
  openedStore ??= open().catch(() => undefined)
  return openedStore
}

const open = (): Promise<IDBPDatabase<DeviceStore>> =>
  openDB<DeviceStore>('vigilux', 1, {
    upgrade(database) {
      database.createObjectStore('key')
      database.createObjectStore('read').createIndex('at', 'at')
      database.createObjectStore('entry').createIndex('userid', 'userid')
    },
  })

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))

/** The key of who is signed in here; undefined where nobody is, or nothing is kept. */
export async function findAccountKey(): Promise<AccountKey | undefined> {
  return (await openDeviceStore())?.get('key', 'own')
}

/**
 * Fetches the key of who has signed in, where it is not here yet. Scripts can use it and not read it. Throws as a call does; what
 * another person had seen on this device goes.
 */
export async function acquireKey(userid: string): Promise<AccountKey | undefined> {
  const vault = await openDeviceStore()
  const own = await findAccountKey()
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
export async function deleteKey(): Promise<void> {
  const vault = await openDeviceStore()
  await vault?.delete('key', 'own')
  await vault?.clear('read')
}

/** What it is goes into the lock: bytes that were moved to another place do not open. */
const cipherParams = (iv: Uint8Array<ArrayBuffer>, name: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(name),
})

export async function encrypt({ key }: AccountKey, name: string, bytes: ArrayBuffer): Promise<Encrypted> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  return { iv, data: await crypto.subtle.encrypt(cipherParams(iv, name), key, bytes) }
}

/** Throws where the key is another's, or the bytes are not what was locked under that name. */
export function decrypt({ key }: AccountKey, name: string, { iv, data }: Encrypted): Promise<ArrayBuffer> {
  return crypto.subtle.decrypt(cipherParams(iv, name), key, data)
}

export const encryptJson = (own: AccountKey, name: string, value: unknown): Promise<Encrypted> =>
  encrypt(own, name, new TextEncoder().encode(JSON.stringify(value)).buffer)

export const decryptJson = async (own: AccountKey, name: string, locked: Encrypted): Promise<unknown> =>
  JSON.parse(new TextDecoder().decode(await decrypt(own, name, locked)))
