import { z } from 'zod'
import { countryCodes } from '../../kernel/countries.ts'
import { normalizeAddress, normalizeCode, normalizeTyped } from '../../kernel/normalize-typed.ts'
import { adminScopes, userTypes } from '../../kernel/permissions.ts'
import { asciiEmail, id, inputDay, instant, language, line, optionalText } from '../../kernel/primitives.ts'

/** Letters of any language, space, apostrophe, hyphen and full stop (specification, section 5). */
export const personName = z
  .string()
  .max(80, { error: 'too_long' })
  .transform(normalizeTyped)
  .pipe(
    z
      .string()
      .min(1, { error: 'cannot_be_empty' })
      .regex(/^(?=.*\p{L})[\p{L}\p{M} '’.-]+$/u, { error: 'special_characters' }),
  )

/** Lower-cased and normalized: addresses with the same appearance belong to one account. */
export const email = z
  .string()
  .max(254, { error: 'too_long' })
  .transform((value) => normalizeAddress(value).toLowerCase())
  .pipe(z.string().max(254, { error: 'too_long' }).min(1, { error: 'cannot_be_empty' }).pipe(asciiEmail))

/**
 * At least 8 characters, with a digit, a lowercase, an uppercase and a special character. Each missing kind has its own
 * code.
 */
export const password = z
  .string()
  .max(128, { error: 'too_long' })
  .min(8, { error: 'password_too_short' })
  .regex(/\p{Nd}/u, { error: 'password_without_digit' })
  .regex(/\p{Ll}/u, { error: 'password_without_lowercase' })
  .regex(/\p{Lu}/u, { error: 'password_without_uppercase' })
  .regex(/[^\p{L}\p{N}\s]/u, { error: 'password_without_special' })

/** The 6-digit code of a mail; valid for 10 minutes and 3 tries. */
export const verificationCode = z
  .string()
  .max(60, { error: 'code_format' })
  .transform(normalizeCode)
  .pipe(
    z
      .string()
      .min(6, { error: 'code_too_short' })
      .regex(/^\d{6}$/, { error: 'code_format' }),
  )
export const verificationCodeValidity = { digits: 6, tries: 3 } as const

/** Minimum age for consents. */
export const minimumAgeYears = 16

/** Moment at which each consent was last given; null while it is not given. */
export const consents = z.object({
  marketing: instant.nullable(),
  profiling: instant.nullable(),
  thirdparts: instant.nullable(),
})

export const postalAddress = z.strictObject({
  street: optionalText(120),
  housenumber: optionalText(20).refine((value) => value === '' || /[\p{L}\p{N}]/u.test(value), {
    error: 'house_number',
  }),
  prov: optionalText(40),
  cap: optionalText(16),
  city: optionalText(80),
  country: optionalText(2).refine((value) => value === '' || countryCodes.includes(value), { error: 'country' }),
})

/** Whether an account belongs to a company, whose data are verified, or to a person. */
export const accountKinds = ['company', 'person'] as const
export type AccountKind = (typeof accountKinds)[number]

/** Only a verified account sees plants. */
export const validationStates = ['verified', 'pending', 'refused', 'suspended'] as const
export type ValidationState = (typeof validationStates)[number]
/** Decisions of the office on an account. */
export const validationDecisions = ['verified', 'refused', 'suspended'] as const
export type ValidationDecision = (typeof validationDecisions)[number]

/** Ways for the office to compare a name with an identity document. */
export const identityMethods = ['inPerson', 'videoCall', 'electronicId'] as const

/** Check of a person's name: method and day. No number and no copy of the document is stored. */
export const identityCheck = z.strictObject({ method: z.enum(identityMethods), checkedOn: inputDay })
export type IdentityCheck = z.infer<typeof identityCheck>

/**
 * Check of a VAT number by form and check digits, without asking a register: `unchecked` in countries without a known
 * rule, `missing` for a company without a number.
 */
export const vatChecks = ['valid', 'wrong', 'unchecked', 'missing'] as const
export type VatCheck = (typeof vatChecks)[number]

/** Account in the lists of the national office. */
export const listedUser = z.object({
  userid: id,
  email: z.string(),
  name: z.string(),
  surname: z.string(),
  usertype: z.enum(userTypes),
  validation: z.enum(validationStates),
  validation_reason: z.string().nullable(),
  kind: z.enum(accountKinds),
  /** Null until the office has checked the name. */
  identity: identityCheck.nullable(),
  businessname: z.string(),
  piva: z.string(),
  /** Null for a person without a number. It warns the office, and refuses nothing. */
  vatCheck: z.enum(vatChecks).nullable(),
  phone: z.string(),
  city: z.string(),
  country: z.string(),
  created_at: instant,
})
export type ListedUser = z.infer<typeof listedUser>

/** All account data for the verification by the national office. */
export const officeUser = listedUser.extend({
  street: z.string(),
  housenumber: z.string(),
  prov: z.string(),
  cap: z.string(),
  language,
})
export type OfficeUser = z.infer<typeof officeUser>

/** Limits of the view preferences of one account: their number, and their total bytes as JSON. */
export const appConfigLimits = { keys: 200, bytes: 65_536 } as const

/** Preferences to add or change. */
export const appConfigPatch = z
  .record(line(60), z.union([line(200), z.number().min(-1e12).max(1e12), z.boolean()]))
  .refine((entries) => Object.keys(entries).length <= appConfigLimits.keys, { error: 'too_long' })

/** Account as its own person sees it. */
export const userInfos = z.object({
  userid: id,
  email: z.string(),
  /** Path of the caller's own picture; null without a picture. */
  picture: z.string().nullable(),
  usertype: z.enum(userTypes),
  scope: z.enum(adminScopes).nullable(),
  validation: z.enum(validationStates),
  validation_reason: z.string().nullable(),
  name: z.string(),
  surname: z.string(),
  phone: z.string(),
  kind: z.enum(accountKinds),
  piva: z.string(),
  businessname: z.string(),
  address: z.object({
    street: z.string(),
    housenumber: z.string(),
    prov: z.string(),
    cap: z.string(),
    city: z.string(),
    country: z.string(),
  }),
  consents,
  nominaAccepted: instant.nullable(),
  disclaimerPhotoAccepted: instant.nullable(),
  language,
  appConfig: z.record(z.string(), z.unknown()),
  recentPlants: z.array(z.object({ plant_id: id, plantname: z.string() })),
  support: z.object({ email: z.string(), phone: z.string().nullable() }),
  /** Version of name, phone, business and address. A change names its base version. */
  version: z.int(),
})
export type UserInfos = z.infer<typeof userInfos>

/** Profiles offered to users; only the operator assigns `admin`. */
export const selfServiceUserTypes = ['installer', 'client', 'basic'] as const

const vatNumber = z
  .string()
  .max(60, { error: 'too_long' })
  .transform((value) =>
    normalizeTyped(value)
      .replace(/[\s.-]/g, '')
      .toUpperCase(),
  )
  .pipe(z.string().regex(/^([A-Z]{2})?[A-Z0-9]{4,14}$|^$/, { error: 'vat_number' }))

/** Runs even if other fields are refused: a form shows all errors at once. */
const checkIndependently = (field: string, error: string) => ({ path: [field], error, when: () => true })

/** The field's own check refuses a value of another type; it is ignored here. */
const isFilledIfCompany = (form: Record<string, unknown> | null | undefined, field: string): boolean => {
  const formValue = form?.[field] ?? ''
  return form?.kind !== 'company' || typeof formValue !== 'string' || formValue.trim() !== ''
}

/** Business data of an account: a company gives its name and its VAT number, which is checked for its country. */
export const businessFields = {
  kind: z.enum(accountKinds),
  businessname: optionalText(120),
  piva: vatNumber,
}

/** Refuses a company without name or VAT number, each at its own field. */
export const requireCompanyFields = <T extends z.ZodType<Record<string, unknown>>>(form: T): T =>
  form
    .refine(
      (formValue) => isFilledIfCompany(formValue, 'businessname'),
      checkIndependently('businessname', 'cannot_be_empty'),
    )
    .refine((formValue) => isFilledIfCompany(formValue, 'piva'), checkIndependently('piva', 'cannot_be_empty'))

/** Whether nothing but the name says who an installer is: a company has a VAT number, which is checked. */
export const needsIdentity = ({ usertype, kind }: { usertype?: unknown; kind?: unknown }): boolean =>
  usertype === 'installer' && kind === 'person'

/** Declaration of a name as the one on an identity document. */
export const nameDeclaration = { nameDeclared: z.boolean().default(false) }

/** Refuses an installer who registers as a person without declaring the name. */
export const requireNameDeclaration = <T extends z.ZodType<Record<string, unknown>>>(form: T): T =>
  form.refine(
    (formValue) => !needsIdentity(formValue ?? {}) || formValue?.nameDeclared === true,
    checkIndependently('nameDeclared', 'name_declaration'),
  )

/** Declarations without which an account stays closed. */
export const declarationFields = {
  ageDeclared: z.literal(true, { error: 'age_declaration' }),
  termsAccepted: z.literal(true, { error: 'terms' }),
}

/** Sign-up form. Companies must give name and VAT number; for a person both are optional. */
export const signUp = requireNameDeclaration(
  requireCompanyFields(
    z.strictObject({
      usertype: z.enum(selfServiceUserTypes),
      email,
      password,
      confirmation: z.string().max(128, { error: 'too_long' }),
      name: personName,
      surname: personName,
      phone: optionalText(30),
      ...businessFields,
      address: postalAddress,
      language,
      ...declarationFields,
      ...nameDeclaration,
      marketing: z.boolean(),
      profiling: z.boolean(),
      thirdparts: z.boolean(),
    }),
  ),
).refine((form) => form?.password === form?.confirmation, checkIndependently('confirmation', 'confirmation_differs'))
export type SignUp = z.input<typeof signUp>
