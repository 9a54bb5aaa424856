import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { id, language, optionalText, page, text } from '../../kernel/primitives.ts'
import {
  consents,
  personName,
  postalAddress,
  selfServiceUserTypes,
  someAppConfig,
  userInfos,
  validationStates,
} from './account.ts'

export const accountActions = defineActions({
  /** The caller's own profile, never another's. */
  getUserInfos: {
    permission: 'account',
    input: z.strictObject({}),
    output: z.object({ user: userInfos }),
    errors: [],
    effect: 'read',
  },
  /** Saves the caller's own data; neither profile type nor validation can be changed here. */
  saveProfile: {
    permission: 'account',
    input: z.strictObject({
      name: personName,
      surname: personName,
      phone: optionalText(30),
      piva: optionalText(20),
      businessname: optionalText(120),
      address: postalAddress,
      language: language.optional(),
    }),
    output: z.object({ user: userInfos }),
    errors: [],
    effect: 'write',
  },
  /** Adds to the view preferences that follow the person to another browser. Beyond the limit all stays as it was. */
  saveAppConfig: {
    permission: 'account',
    input: z.strictObject({ appConfig: someAppConfig }),
    output: z.object({ appConfig: z.record(z.string(), z.unknown()) }),
    errors: ['PAYLOAD_TOO_LARGE'],
    effect: 'write',
  },
  /** A basic account becomes an installer (to be verified) or a client. */
  completeProfile: {
    permission: 'account',
    input: z.strictObject({
      usertype: z.enum(selfServiceUserTypes),
      businessname: optionalText(120),
      piva: optionalText(20),
    }),
    output: z.object({ user: userInfos }),
    errors: ['NOT_ALLOWED'],
    effect: 'write',
  },
  saveMarketing: {
    permission: 'account',
    input: z.strictObject({ marketing: z.boolean(), profiling: z.boolean(), thirdparts: z.boolean() }),
    output: z.object({ consents }),
    errors: [],
    effect: 'write',
  },
  /** The appointment as data processor. */
  saveNomina: {
    permission: 'account',
    input: z.strictObject({}),
    output: z.object({ user: userInfos }),
    errors: [],
    effect: 'write',
  },
  saveDisclaimerPhoto: {
    permission: 'account',
    input: z.strictObject({}),
    output: z.object({ user: userInfos }),
    errors: [],
    effect: 'write',
  },
  /** Accounts whose data the national office still has to verify. */
  getPendingUsers: {
    permission: 'admin.nto',
    input: z.strictObject({ page }),
    output: z.object({
      users: z.array(
        z.object({
          userid: id,
          email: z.string(),
          name: z.string(),
          surname: z.string(),
          usertype: z.string(),
          businessname: z.string(),
          piva: z.string(),
          phone: z.string(),
          city: z.string(),
          country: z.string(),
          created_at: z.string(),
        }),
      ),
      total: z.int(),
    }),
    errors: [],
    effect: 'read',
  },
  /** Accepts or refuses a new installer; a refusal carries its reason. */
  updateUserValidation: {
    permission: 'admin.nto',
    input: z.strictObject({ userId: id, validation: z.enum(['verified', 'refused']), reason: text(500).optional() }),
    output: z.object({ userid: id, validation: z.enum(validationStates) }),
    errors: ['UserNotFoundException', 'ALREADY_DECIDED'],
    effect: 'write',
  },
})
