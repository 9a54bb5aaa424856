import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** Cost of a hash: memory in KiB, passes, and lanes. */
export type PasswordCost = { memory: number; passes: number; parallelism: number }

/**
 * argon2id with the parameters of the OWASP Password Storage Cheat Sheet: 19 MiB, two passes, one lane. About 40 ms of
 * a core.
 */
const owaspCost: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 }

/** The PHC string format. */
const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

const bytes = { salt: 16, hash: 32 } as const
const deriveHash = promisify(argon2)
const toUnpaddedBase64 = (value: Buffer): string => value.toString('base64').replace(/=+$/, '')

export type Passwords = ReturnType<typeof openPasswords>

/** Hashes passwords at a cost; tests with hundreds of sign-ins use a lower one. */
export const openPasswords = (cost: PasswordCost = owaspCost) => {
  const form = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$`

  const hashWith = (password: string, nonce: Buffer, at = cost): Promise<Buffer> =>
    // Normalize letters, however the keyboard composes them.
    deriveHash('argon2id', { ...at, message: password.normalize('NFKC'), nonce, tagLength: bytes.hash })

  /** Whether a stored password has another cost than the current one. */
  const isOutdated = (storedHash: string): boolean => !storedHash.startsWith(form)

  return {
    isOutdated,
    /** A password in the PHC string format, with a random salt. */
    async hash(password: string): Promise<string> {
      const salt = randomBytes(bytes.salt)
      return `${form}${toUnpaddedBase64(salt)}$${toUnpaddedBase64(await hashWith(password, salt))}`
    },
    /** Whether the password matches, at the cost of the stored hash. False for a hash in another format. */
    async isRight(storedHash: string, password: string): Promise<boolean> {
      const [, memory, passes, parallelism, salt = '', hash = ''] = phc.exec(storedHash) ?? []
      if (!memory) return false
      const expectedHash = Buffer.from(hash, 'base64')
      const at = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
      const computedHash = await hashWith(password, Buffer.from(salt, 'base64'), at)
      return expectedHash.length === computedHash.length && timingSafeEqual(expectedHash, computedHash)
    },
  }
}
