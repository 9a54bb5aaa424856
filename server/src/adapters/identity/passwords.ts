import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** What a hash costs: memory in KiB, passes, and lanes. */
export type PasswordCost = { memory: number; passes: number; parallelism: number }

/** argon2id as the OWASP Password Storage Cheat Sheet asks for it: 19 MiB, two passes, one lane. About 40 ms of a core. */
const owaspCost: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 }

/** The PHC string format. */
const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

const bytes = { salt: 16, hash: 32 } as const
const derive = promisify(argon2)
const unpadded = (value: Buffer): string => value.toString('base64').replace(/=+$/, '')

export type Passwords = ReturnType<typeof openPasswords>

/** Hashes passwords at a cost; tests that sign in hundreds of times bring a lower one. */
export const openPasswords = (cost: PasswordCost = owaspCost) => {
  const form = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$`

  const hashWith = (password: string, nonce: Buffer, at = cost): Promise<Buffer> =>
    // One form of a letter, however the keyboard composes it.
    derive('argon2id', { ...at, message: password.normalize('NFKC'), nonce, tagLength: bytes.hash })

  /** Whether a stored password has another cost than one made now. */
  const isOutdated = (stored: string): boolean => !stored.startsWith(form)

  return {
    isOutdated,
    /** A password in the PHC string format, with its own salt. */
    async hash(password: string): Promise<string> {
      const salt = randomBytes(bytes.salt)
      return `${form}${unpadded(salt)}$${unpadded(await hashWith(password, salt))}`
    },
    /** Whether it is the password, hashed at the cost at which it was stored. False where it was stored in another form. */
    async isRight(stored: string, password: string): Promise<boolean> {
      const [, memory, passes, parallelism, salt = '', hash = ''] = phc.exec(stored) ?? []
      if (!memory) return false
      const wanted = Buffer.from(hash, 'base64')
      const at = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
      const found = await hashWith(password, Buffer.from(salt, 'base64'), at)
      return wanted.length === found.length && timingSafeEqual(wanted, found)
    },
  }
}
