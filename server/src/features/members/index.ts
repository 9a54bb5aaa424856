export { findRole, listVisiblePlantIds, visibleTo } from './access.store.ts'
export { addMember, listMembers, memberIds, toPlantUser } from './members.store.ts'
