import { openCipher } from '../../kernel/cipher.ts'
import type { KeyCipher } from '../../ports/key-cipher.ts'

/** Encrypts the signing keys of exports. */
export const createKeyCipher = (secret: string): KeyCipher => openCipher(secret, 'vigilux logbook keys')
