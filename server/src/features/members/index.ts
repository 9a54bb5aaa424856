export { findRoleRefusal, type RoleRefusal } from './find-role-refusal.ts'
export {
  countOpenInvitations,
  deleteInvitationsToRemoved,
  eraseFromInvitations,
  insertInvitation,
  listAddresses,
  listExpired,
  moveInvitations,
} from './invitations.store.ts'
export { addMemberByRules } from './member-rules.store.ts'
export {
  addAdminArea,
  addMember,
  listAdminAreas,
  listMemberIds,
  listMembers,
  lockMembership,
  setNotified,
  toPlantUser,
} from './members.store.ts'
export { membershipExpiryTask, membershipReminderTask } from './membership-end-task.ts'
export { membershipsAt, moveEnds } from './memberships.store.ts'
export { notifyMembers } from './notify-members.ts'
export { leaveAllPlants, listMemberships, listPlantsToHandOver } from './own-memberships.store.ts'
export {
  findLogbookRole,
  findPlantAccess,
  findRole,
  isAdministeredBy,
  isCoveredByToken,
  isVisibleTo,
  listOfficeIds,
  listVisiblePlantIds,
  lockPlant,
  lockPlantState,
} from './plant-access.store.ts'
export { recordInvitationCauses } from './record-invitation-causes.ts'
export {
  type FoundGap,
  isWithoutAdministrator,
  listAdministratorGaps,
  listOwnerIds,
} from './without-administrator.store.ts'
export { lockBeforeActivityChange } from './without-administrator.ts'
