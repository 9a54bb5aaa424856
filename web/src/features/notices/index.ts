import { later } from '../../shared/later.tsx'

export const NoticesTab = later(async () => (await import('./NoticesTab.tsx')).NoticesTab)
export const MemberNoticesDialog = later(async () => (await import('./MemberNoticesDialog.tsx')).MemberNoticesDialog)
export const OwnNotices = later(async () => (await import('./OwnNotices.tsx')).OwnNotices)
export const OpenNotices = later(async () => (await import('./OpenNotices.tsx')).OpenNotices)
export const OwnEscalations = later(async () => (await import('./OwnEscalations.tsx')).OwnEscalations)
