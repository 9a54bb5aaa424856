export {
  administeredBy,
  findLogbookRole,
  findRole,
  findStanding,
  holdPlant,
  listVisiblePlantIds,
  lockPlant,
  officeIds,
  visibleTo,
} from './access.store.ts'
export { checkRole } from './check-role.ts'
export {
  addressesOf,
  deleteInvitationsToRemoved,
  eraseFromInvitations,
  insertInvitation,
  listRunOut,
  moveInvitations,
} from './invitations.store.ts'
export { membershipEnder } from './keep-ends.ts'
export { joinByRules } from './member-rules.store.ts'
export {
  addAdminArea,
  addMember,
  holdMembership,
  listMembers,
  memberIds,
  setNotified,
  toPlantUser,
} from './members.store.ts'
export { membershipsAt, moveEnds } from './memberships.store.ts'
export { noteInvitations } from './note-invitations.ts'
export { notifyMembers } from './notify-members.ts'
export { leaveAllPlants, listMemberships, listPlantsToHandOver } from './own-memberships.store.ts'
export { lacksAdministrator } from './without-administrator.store.ts'
export { beforeActivityChanges } from './without-administrator.ts'
