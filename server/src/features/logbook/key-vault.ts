import { openVault } from '../../kernel/vault.ts'
import type { KeyVault } from '../../ports/key-vault.ts'

/** Closes the keys that sign exports. */
export const createKeyVault = (secret: string): KeyVault => openVault(secret, 'vigilux logbook keys')
