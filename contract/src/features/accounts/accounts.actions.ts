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
  declarationFields,
  identityCheck,
  listedUser,
  nameDeclaration,
  officeUser,
  personName,
  postalAddress,
  requireCompanyFields,
  requireNameDeclaration,
  selfServiceUserTypes,
  userInfos,
  validationDecisions,
  validationStates,
} from './account.ts'
import { ownData, ownSession, plantsToHandOver } from './own-account.ts'
import { passkeyName, signInMethods } from './sign-in-methods.ts'

/** The caller's own account, sessions and ways to sign in; the office's list of accounts. */
export const accountActions = defineActions({
  /** Returns the operator's limits of this installation, for forms. */
  getLimits: {
    permission: 'public',
    input: z.strictObject({}),
    output: operatorLimits,
    errors: [],
    effect: 'read',
  },
  /** Returns the caller's own profile, never another's. */
  getUserInfos: {
    permission: 'account',
    input: z.strictObject({}),
    output: z.object({ user: userInfos }),
    errors: [],
    effect: 'read',
  },
  /** Saves the caller's own data over the opened version; profile type and validation cannot be changed here. */
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
  /** Merges view preferences, which follow the person to other browsers. Beyond the limit nothing is saved. */
  saveAppConfig: {
    permission: 'account',
    input: z.strictObject({ appConfig: appConfigPatch }),
    output: z.object({ appConfig: z.record(z.string(), z.unknown()) }),
    errors: ['PAYLOAD_TOO_LARGE'],
    effect: 'write',
    about: 'person',
  },
  /** Makes a basic account an installer (to be verified) or a client. */
  completeProfile: {
    permission: 'account',
    input: requireNameDeclaration(
      requireCompanyFields(
        z.strictObject({ usertype: z.enum(selfServiceUserTypes), ...businessFields, ...nameDeclaration }),
      ),
    ),
    output: z.object({ user: userInfos }),
    errors: ['NOT_ALLOWED'],
    effect: 'write',
    about: 'person',
  },
  /** Gives or revokes the consents to marketing, profiling and passing on data. */
  saveMarketing: {
    permission: 'account',
    input: z.strictObject({ marketing: z.boolean(), profiling: z.boolean(), thirdparts: z.boolean() }),
    output: z.object({ consents }),
    errors: [],
    effect: 'write',
    about: 'person',
  },
  /**
   * Declares the minimum age and accepts the terms, which a first company sign-in has not asked for. The first time is
   * stored; a repetition changes nothing.
   */
  saveDeclarations: {
    permission: 'account',
    input: z.strictObject(declarationFields),
    output: z.object({ userid: id }),
    errors: [],
    effect: 'write',
    about: 'person',
  },
  /** Records the appointment as data processor. */
  saveNomina: {
    permission: 'account',
    input: z.strictObject({}),
    output: z.object({ user: userInfos }),
    errors: [],
    effect: 'write',
    about: 'person',
  },
  /** Accepts the notice on photos. */
  saveDisclaimerPhoto: {
    permission: 'account',
    input: z.strictObject({}),
    output: z.object({ user: userInfos }),
    errors: [],
    effect: 'write',
    about: 'person',
  },
  /** Lists the browsers in which the caller is signed in, most recently used first. */
  getSessions: {
    permission: 'account',
    input: z.strictObject({}),
    output: z.object({ sessions: z.array(ownSession) }),
    errors: [],
    effect: 'read',
  },
  /**
   * Returns the encryption key for the caller's offline data on a device. Each account has one constant key; a device
   * holds it only while the account is signed in there.
   */
  getDeviceKey: {
    permission: 'account',
    input: z.strictObject({}),
    /** 32 bytes as base64url, for AES-GCM. */
    output: z.object({ key: z.string().length(43) }),
    errors: [],
    effect: 'read',
  },
  /** Signs the caller out of one browser, which then loses its status as a known browser. */
  endSession: {
    permission: 'account',
    input: z.strictObject({ sessionId: id }),
    output: z.object({ session_id: id }),
    errors: ['SESSION_NOT_FOUND'],
    effect: 'write',
    about: 'person',
  },
  /** Signs the caller out of all other browsers; returns their number. */
  endOtherSessions: {
    permission: 'account',
    input: z.strictObject({}),
    output: z.object({ ended: count }),
    errors: [],
    effect: 'write',
    about: 'person',
  },
  /** Lists the caller's sign-in methods, without secrets. */
  getSignInMethods: {
    permission: 'account',
    input: z.strictObject({}),
    output: signInMethods,
    errors: [],
    effect: 'read',
  },
  /** Renames a passkey of the caller. */
  renamePasskey: {
    permission: 'account',
    input: z.strictObject({ passkeyId: id, name: passkeyName }),
    output: z.object({ passkey_id: id }),
    errors: ['PASSKEY_NOT_FOUND'],
    effect: 'write',
    about: 'person',
  },
  /** Removes a passkey of the caller; the last sign-in method cannot be removed. */
  removePasskey: {
    permission: 'account',
    input: z.strictObject({ passkeyId: id }),
    output: z.object({ passkey_id: id }),
    errors: ['PASSKEY_NOT_FOUND', 'LAST_WAY_TO_SIGN_IN'],
    effect: 'write',
    about: 'person',
  },
  /** Returns all data of the caller's account as a file. */
  getOwnData: {
    permission: 'account',
    input: z.strictObject({}),
    output: ownData,
    errors: [],
    effect: 'read',
  },
  /** Lists the plants to hand over before the caller's account can be erased. */
  getPlantsToHandOver: {
    permission: 'account',
    input: z.strictObject({}),
    output: plantsToHandOver,
    errors: [],
    effect: 'read',
  },
  /** Lists accounts waiting for verification by the national office. */
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
  /** Lists all accounts, newest first, for the national office. */
  getAllUsers: {
    permission: 'admin.nto',
    input: z.strictObject({
      page,
      pageSize: z.int().min(1).max(100).optional(),
      /** Searched in name, e-mail address, company and VAT number. */
      search: line(120).optional(),
      usertype: z.enum(userTypes).optional(),
      validation: z.enum(validationStates).optional(),
    }),
    output: z.object({
      users: z.array(listedUser),
      /** Number of accounts after all filters. */
      total: z.int(),
      /** Number of accounts in each state, after all other filters. */
      states: z.record(z.enum(validationStates), z.int()),
    }),
    errors: [],
    effect: 'read',
  },
  /** Returns another person's account, for the national office. */
  getUser: {
    permission: 'admin.nto',
    input: z.strictObject({ userId: id }),
    output: z.object({ user: officeUser }),
    errors: ['UserNotFoundException'],
    effect: 'read',
  },
  /**
   * Verifies, refuses or suspends an account; a refusal or suspension carries its reason. To reopen an account, send
   * its state as `was`, so two deciding at once cannot undo each other's decision.
   */
  updateUserValidation: {
    permission: 'admin.nto',
    input: z
      .strictObject({
        userId: id,
        validation: z.enum(validationDecisions),
        reason: text(500).optional(),
        /** Needed to verify an installer who is a person, unless it is recorded already. */
        identity: identityCheck.optional(),
        was: z.enum(statesAllowingDecision.verified).default('pending'),
      })
      .refine(({ validation, reason }) => validation === 'verified' || reason, {
        path: ['reason'],
        error: 'cannot_be_empty',
      }),
    output: z.object({ userid: id, validation: z.enum(validationStates) }),
    errors: ['UserNotFoundException', 'ALREADY_DECIDED', 'NOT_ALLOWED', 'IDENTITY_NOT_CHECKED'],
    effect: 'write',
    about: 'person',
  },
})

/** Specification, section 8, sign-up and login. */
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
  /** The office verifies an installer who is a person only after a check of the name, today or earlier. */
  IDENTITY_NOT_CHECKED: 409,
  SESSION_NOT_FOUND: 404,
  MUST_HAND_OVER: 409,
})

/** Sent only to the person's own browsers. */
export const accountEvents = defineEvents({
  updateUserValidation: z.object({ userid: id, validation: z.enum(validationStates) }),
  /** Sessions of the person ended: their open pages close, other browsers refresh the list. */
  sessionEnded: z.object({ userid: id }),
  /** The person declared the age and accepted the terms: other browsers open. */
  saveDeclarations: z.object({ userid: id }),
  /** The sign-in methods of the person changed. */
  signInMethods: z.object({ userid: id }),
})
