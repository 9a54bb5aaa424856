import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { call } from '../api/call.ts'

/** Bytes encrypted with an account's key. */
export type Encrypted = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }

type AccountKey = { userid: string; key: CryptoKey }

interface DeviceStore extends DBSchema {
  /** The key of the signed-in person; deleted at sign-out. */
  key: { key: 'own'; value: AccountKey }
  /** Answers seen by the person, keyed by the hash of the request. */
  read: { key: string; value: Encrypted & { at: number }; indexes: { at: number } }
  /** Outbox entries of everybody who has worked on this device. */
  entry: {
    key: string
    value: Encrypted & { userid: string; at: number; file?: Encrypted }
    indexes: { userid: string }
  }
}

let openedStore: Promise<IDBPDatabase<DeviceStore> | undefined> | undefined

/** The device's database; undefined when storage is blocked or the page came without TLS. */
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

/** The key of the signed-in person; undefined without a person or storage. */
export async function findAccountKey(): Promise<AccountKey | undefined> {
  return (await openDeviceStore())?.get('key', 'own')
}

/**
 * Fetches the signed-in person's key unless it is stored here. Scripts can use the key but not read it. Throws like a
 * call; another person's saved answers are deleted.
 */
export async function acquireKey(userid: string): Promise<AccountKey | undefined> {
  const deviceStore = await openDeviceStore()
  const accountKey = await findAccountKey()
  if (!deviceStore || accountKey?.userid === userid) return accountKey
  const { key } = await call('getDeviceKey', {})
  const newKey = {
    userid,
    key: await crypto.subtle.importKey('raw', bytesOf(key), 'AES-GCM', false, ['encrypt', 'decrypt']),
  }
  await deviceStore.clear('read')
  await deviceStore.put('key', newKey, 'own')
  return newKey
}

/** Deletes the key and the saved answers. Outbox entries stay, encrypted. */
export async function deleteKey(): Promise<void> {
  const deviceStore = await openDeviceStore()
  await deviceStore?.delete('key', 'own')
  await deviceStore?.clear('read')
}

/** The name is authenticated, so bytes moved to another place do not decrypt. */
const cipherParams = (iv: Uint8Array<ArrayBuffer>, name: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(name),
})

export async function encrypt({ key }: AccountKey, name: string, bytes: ArrayBuffer): Promise<Encrypted> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  return { iv, data: await crypto.subtle.encrypt(cipherParams(iv, name), key, bytes) }
}

/** Throws for another account's key, or for bytes not encrypted under this name. */
export function decrypt({ key }: AccountKey, name: string, { iv, data }: Encrypted): Promise<ArrayBuffer> {
  return crypto.subtle.decrypt(cipherParams(iv, name), key, data)
}

export const encryptJson = (accountKey: AccountKey, name: string, value: unknown): Promise<Encrypted> =>
  encrypt(accountKey, name, new TextEncoder().encode(JSON.stringify(value)).buffer)

export const decryptJson = async (accountKey: AccountKey, name: string, encrypted: Encrypted): Promise<unknown> =>
  JSON.parse(new TextDecoder().decode(await decrypt(accountKey, name, encrypted)))
