export { InvitationBanner } from './InvitationBanner.tsx'
