import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { operatorLimits } from '../../kernel/operator-limits.ts'
import { userTypes } from '../../kernel/permissions.ts'
import { count, id, language, line, optionalText, page, text, version } from '../../kernel/primitives.ts'
import { statesAllowingDecision } from './account.rules.ts'
import {
  appConfigPatch,
  businessFields,
  consents,
  listedUser,
  officeUser,
  personName,
  postalAddress,
  requireCompanyFields,
  selfServiceUserTypes,
  userInfos,
  validationDecisions,
  validationStates,
} from './account.ts'
import { ownData, ownSession, plantsToHandOver } from './own-account.ts'
import { passkeyName, signInMethods } from './sign-in-methods.ts'

export const accountActions = defineActions({
  /** What the operator of this installation has set, as forms need it. */
  getLimits: {
    permission: 'public',
    input: z.strictObject({}),
    output: operatorLimits,
    errors: [],
    effect: 'read',
  },
  /** The caller's own profile, never another's. */
  getUserInfos: {
    permission: 'account',
    input: z.strictObject({}),
    output: z.object({ user: userInfos }),
    errors: [],
    effect: 'read',
  },
  /** Saves the caller's own data over the version that was opened; neither profile type nor validation can be changed here. */
  saveProfile: {
    permission: 'account',
    input: requireCompanyFields(
      z.strictObject({
        name: personName,
        surname: personName,
        phone: optionalText(30),
        ...businessFields,
        address: postalAddress,
        language: language.optional(),
        version,
      }),
    ),
    output: z.object({ user: userInfos }),
    errors: ['CHANGED_MEANWHILE'],
    effect: 'write',
    about: 'person',
  },
  /** Adds to the view preferences that follow the person to another browser. Beyond the limit all stays as it was. */
  saveAppConfig: {
    permission: 'account',
    input: z.strictObject({ appConfig: appConfigPatch }),
    output: z.object({ appConfig: z.record(z.string(), z.unknown()) }),
    errors: ['PAYLOAD_TOO_LARGE'],
    effect: 'write',
    about: 'person',
  },
  /** A basic account becomes an installer (to be verified) or a client. */
  completeProfile: {
    permission: 'account',
    input: requireCompanyFields(z.strictObject({ usertype: z.enum(selfServiceUserTypes), ...businessFields })),
    output: z.object({ user: userInfos }),
    errors: ['NOT_ALLOWED'],
    effect: 'write',
    about: 'person',
  },
  /** Gives or takes back the consents to marketing, profiling and passing data on. */
  saveMarketing: {
    permission: 'account',
    input: z.strictObject({ marketing: z.boolean(), profiling: z.boolean(), thirdparts: z.boolean() }),
    output: z.object({ consents }),
    errors: [],
    effect: 'write',
    about: 'person',
  },
  /** The appointment as data processor. */
  saveNomina: {
    permission: 'account',
    input: z.strictObject({}),
    output: z.object({ user: userInfos }),
    errors: [],
    effect: 'write',
    about: 'person',
  },
  /** Accepts the terms of photos. */
  saveDisclaimerPhoto: {
    permission: 'account',
    input: z.strictObject({}),
    output: z.object({ user: userInfos }),
    errors: [],
    effect: 'write',
    about: 'person',
  },
  /** The browsers in which the caller is signed in, the one used last first. */
  getSessions: {
    permission: 'account',
    input: z.strictObject({}),
    output: z.object({ sessions: z.array(ownSession) }),
    errors: [],
    effect: 'read',
  },
  /**
   * The key with which the caller's devices lock what they keep to work without a line: always the same for an account, another for
   * every other one, and on a device only for as long as the account is signed in there.
   */
  getDeviceKey: {
    permission: 'account',
    input: z.strictObject({}),
    /** 32 bytes as base64url, for AES-GCM. */
    output: z.object({ key: z.string().length(43) }),
    errors: [],
    effect: 'read',
  },
  /** Signs the caller out of one browser, which is a stranger to the account from then on. */
  endSession: {
    permission: 'account',
    input: z.strictObject({ sessionId: id }),
    output: z.object({ session_id: id }),
    errors: ['SESSION_NOT_FOUND'],
    effect: 'write',
    about: 'person',
  },
  /** Signs the caller out of every browser but this one; returns how many there were. */
  endOtherSessions: {
    permission: 'account',
    input: z.strictObject({}),
    output: z.object({ ended: count }),
    errors: [],
    effect: 'write',
    about: 'person',
  },
  /** The ways in which the caller signs in; no secret of any. */
  getSignInMethods: {
    permission: 'account',
    input: z.strictObject({}),
    output: signInMethods,
    errors: [],
    effect: 'read',
  },
  /** Calls a passkey of the caller something else. */
  renamePasskey: {
    permission: 'account',
    input: z.strictObject({ passkeyId: id, name: passkeyName }),
    output: z.object({ passkey_id: id }),
    errors: ['PASSKEY_NOT_FOUND'],
    effect: 'write',
    about: 'person',
  },
  /** Removes a passkey of the caller, with which nobody signs in any more; the last way to sign in stays. */
  removePasskey: {
    permission: 'account',
    input: z.strictObject({ passkeyId: id }),
    output: z.object({ passkey_id: id }),
    errors: ['PASSKEY_NOT_FOUND', 'LAST_WAY_TO_SIGN_IN'],
    effect: 'write',
    about: 'person',
  },
  /** All that the platform keeps of the caller's account, as a file of their own. */
  getOwnData: {
    permission: 'account',
    input: z.strictObject({}),
    output: ownData,
    errors: [],
    effect: 'read',
  },
  /** The plants that the caller has to hand over before the account can be erased. */
  getPlantsToHandOver: {
    permission: 'account',
    input: z.strictObject({}),
    output: plantsToHandOver,
    errors: [],
    effect: 'read',
  },
  /** Accounts whose data the national office still has to verify. */
  getPendingUsers: {
    permission: 'admin.nto',
    input: z.strictObject({ page }),
    output: z.object({
      users: z.array(listedUser),
      total: z.int(),
    }),
    errors: [],
    effect: 'read',
  },
  /** Every account, newest first, for the national office. */
  getAllUsers: {
    permission: 'admin.nto',
    input: z.strictObject({
      page,
      pageSize: z.int().min(1).max(100).optional(),
      /** In name, e-mail address, company or VAT number. */
      search: line(120).optional(),
      usertype: z.enum(userTypes).optional(),
      validation: z.enum(validationStates).optional(),
    }),
    output: z.object({
      users: z.array(listedUser),
      /** How many fit all that is asked for. */
      total: z.int(),
      /** How many there are in each state, of those that fit but for the state. */
      states: z.record(z.enum(validationStates), z.int()),
    }),
    errors: [],
    effect: 'read',
  },
  /** Another person's account, for the national office. */
  getUser: {
    permission: 'admin.nto',
    input: z.strictObject({ userId: id }),
    output: z.object({ user: officeUser }),
    errors: ['UserNotFoundException'],
    effect: 'read',
  },
  /**
   * Accepts or refuses a new installer, suspends an account or opens it again; what closes it carries its reason. Who opens one that was refused or
   * suspended says so by `was`: else of two who decide on the same person at once the later one would undo what the first has done.
   */
  updateUserValidation: {
    permission: 'admin.nto',
    input: z
      .strictObject({
        userId: id,
        validation: z.enum(validationDecisions),
        reason: text(500).optional(),
        was: z.enum(statesAllowingDecision.verified).default('pending'),
      })
      .refine(({ validation, reason }) => validation === 'verified' || reason, {
        path: ['reason'],
        error: 'cannot_be_empty',
      }),
    output: z.object({ userid: id, validation: z.enum(validationStates) }),
    errors: ['UserNotFoundException', 'ALREADY_DECIDED', 'NOT_ALLOWED'],
    effect: 'write',
    about: 'person',
  },
})

/** Specification section 8, sign-up and login. */
export const accountErrors = defineErrors({
  UserNotFoundException: 404,
  LimitExceededException: 429,
  UsernameExistsException: 409,
  CodeMismatchException: 400,
  WRONG_EMAIL_OR_PASSWORD: 401,
  TOO_MANY_LOGIN_ATTEMPTS: 429,
  USER_NOT_CONFIRMED: 403,
  CODE_TOO_SHORT: 400,
  SECOND_FACTOR_NEEDED: 401,
  SECOND_FACTOR_ON: 409,
  SECOND_FACTOR_OFF: 409,
  PASSKEY_REFUSED: 401,
  PASSKEY_NOT_FOUND: 404,
  PASSKEY_LIMIT: 409,
  LAST_WAY_TO_SIGN_IN: 409,
  COMPANY_SIGN_IN_ONLY: 403,
  COMPANY_SIGN_IN_AWAY: 503,
  COMPANY_SIGN_IN_OVER: 400,
  COMPANY_SIGN_IN_REFUSED: 401,
  COMPANY_ADDRESS_REFUSED: 403,
  COMPANY_ACCOUNT_REFUSED: 409,
  SIGN_IN_AGAIN: 403,
  ALREADY_DECIDED: 409,
  SESSION_NOT_FOUND: 404,
  MUST_HAND_OVER: 409,
})

/** Told to the person's own browsers only. */
export const accountEvents = defineEvents({
  updateUserValidation: z.object({ userid: id, validation: z.enum(validationStates) }),
  /** Sessions of the person were ended: what is open in them closes, the others list them no longer. */
  sessionEnded: z.object({ userid: id }),
  /** The ways in which the person signs in became others. */
  signInMethods: z.object({ userid: id }),
})
