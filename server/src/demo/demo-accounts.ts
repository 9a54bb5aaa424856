import type { AdminScope, PlantRole, UserType } from '@vigilux/contract/kernel/permissions.ts'

/** The accounts of the demo, all with {@link demoPassword}. They exist in no other mode. */
export type DemoAccount = {
  name: string
  usertype: UserType
  scope?: AdminScope
  suspended?: boolean
  /** Role in every plant of the demo estate. */
  role?: PlantRole
}

export const demoPassword = 'Demo-1234!'
export const demoEmail = (account: DemoAccount): string => `${account.name}@demo.vigilux.test`

export const demoAccounts: readonly DemoAccount[] = [
  { name: 'installer', usertype: 'installer', role: 'installerAdministrator' },
  { name: 'staff', usertype: 'installer', role: 'installerStaff' },
  { name: 'readonly', usertype: 'installer', role: 'installerReadOnly' },
  { name: 'owner', usertype: 'client', role: 'clientOwner' },
  { name: 'delegate', usertype: 'client', role: 'clientStaff' },
  { name: 'basic', usertype: 'basic' },
  { name: 'nto', usertype: 'admin', scope: 'nto' },
  { name: 'ba', usertype: 'admin', scope: 'ba' },
  { name: 'suspended', usertype: 'installer', suspended: true },
]
