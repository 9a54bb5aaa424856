import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { verifyPassword } from 'better-auth/crypto'

/** argon2id as the OWASP Password Storage Cheat Sheet asks for it: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const
const form = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$`

const bytes = { salt: 16, hash: 32 } as const
const derive = promisify(argon2)
const unpadded = (value: Buffer): string => value.toString('base64').replace(/=+$/, '')

const hashWith = (password: string, nonce: Buffer): Promise<Buffer> =>
  // One form of a letter, however the keyboard composes it.
  derive('argon2id', { ...cost, message: password.normalize('NFKC'), nonce, tagLength: bytes.hash })

/** A password in the PHC string format, with a salt of its own. About 40 ms of a core and 19 MiB. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(bytes.salt)
  return `${form}${unpadded(salt)}$${unpadded(await hashWith(password, salt))}`
}

/** Whether a stored password is of another form or cost than one made now. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(form)

/** Whether it is the password. One stored before argon2id came is checked as the library stored it, with scrypt. */
export const isPassword = async (stored: string, password: string): Promise<boolean> => {
  if (isOutdated(stored)) return verifyPassword({ hash: stored, password })
  const [salt = '', hash = ''] = stored.slice(form.length).split('$')
  const wanted = Buffer.from(hash, 'base64')
  const found = await hashWith(password, Buffer.from(salt, 'base64'))
  return wanted.length === found.length && timingSafeEqual(wanted, found)
}
