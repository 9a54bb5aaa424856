import type { SignUp } from '@vigilux/contract/features/accounts/account.ts'
import type { AdminScope, PlantRole, UserType } from '@vigilux/contract/kernel/permissions.ts'

/** Company data of an account: valid form, but numbers of no authority. */
type DemoCompany = Pick<SignUp, 'businessname' | 'piva' | 'address'>

/** The accounts of the demo, all with {@link demoPassword}. They exist in no other mode. */
export type DemoAccount = {
  name: string
  /** The person of the account. All persons are invented. */
  person?: { name: string; surname: string; company?: DemoCompany; phone?: string }
  usertype: UserType
  scope?: AdminScope
  suspended?: boolean
  /** Role in every plant of the demo estate. */
  role?: PlantRole
}

export const demoPassword = 'Demo-1234!'
export const demoEmail = (account: Pick<DemoAccount, 'name'>): string => `${account.name}@demo.vigilux.test`

const rinaldi: DemoCompany = {
  businessname: 'Rinaldi Impianti Srl',
  piva: 'IT09999555007',
  address: {
    street: 'Via dell’Artigianato',
    housenumber: '24',
    city: 'Treviso',
    prov: 'TV',
    cap: '31100',
    country: 'IT',
  },
}
const dvorsky: DemoCompany = {
  businessname: 'Dvorský Elektro',
  piva: 'CZ99005506',
  address: { street: 'Dílenská', housenumber: '7', city: 'Brno', prov: '', cap: '602 00', country: 'CZ' },
}

export const demoAccounts: readonly DemoAccount[] = [
  {
    name: 'installer',
    person: { name: 'Marta', surname: 'Rinaldi', company: rinaldi, phone: '+39 0422 5550131' },
    usertype: 'installer',
    role: 'installerAdministrator',
  },
  {
    name: 'staff',
    person: { name: 'Luca', surname: 'Bressan', company: rinaldi, phone: '+39 0422 5550132' },
    usertype: 'installer',
    role: 'installerStaff',
  },
  {
    name: 'readonly',
    person: { name: 'Elena', surname: 'Fabbri', company: rinaldi },
    usertype: 'installer',
    role: 'installerReadOnly',
  },
  {
    name: 'owner',
    person: { name: 'Thomas', surname: 'Pichler', phone: '+43 316 5550140' },
    usertype: 'client',
    role: 'clientOwner',
  },
  { name: 'delegate', person: { name: 'Katarzyna', surname: 'Wolska' }, usertype: 'client', role: 'clientStaff' },
  { name: 'basic', person: { name: 'Jonas', surname: 'Halvorsen' }, usertype: 'basic' },
  { name: 'nto', person: { name: 'Sofia', surname: 'Marchetti' }, usertype: 'admin', scope: 'nto' },
  { name: 'ba', person: { name: 'Andrea', surname: 'Valenti' }, usertype: 'admin', scope: 'ba' },
  {
    name: 'suspended',
    person: { name: 'Pavel', surname: 'Dvorský', company: dvorsky },
    usertype: 'installer',
    suspended: true,
  },
]

/** The name of the person of an account. */
export const demoName = (account: string): string => {
  const { person } = demoAccounts.find(({ name }) => name === account) ?? {}
  return person ? `${person.name} ${person.surname}` : account
}
