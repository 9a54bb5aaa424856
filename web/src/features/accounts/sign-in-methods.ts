import type { SignInMethods } from '@vigilux/contract/features/accounts/sign-in-methods.ts'

/** Whether the person has a password that counts: what is changed about signing in is proven by it. */
export const signsInByPassword = ({ password, company }: SignInMethods): boolean => password && !company?.only
