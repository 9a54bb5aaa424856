import { editions, profileIds } from '@vigilux/contract/features/compliance/profile.ts'
import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { plantTable } from './plants.schema.ts'

/** The compliance profile chosen for a plant; without a row, its country's profile applies. */
export const complianceProfileTable = pgTable('compliance_profile', {
  plantId: uuid()
    .primaryKey()
    .references(() => plantTable.id),
  profile: text({ enum: profileIds }).notNull(),
  edition: text({ enum: editions }).notNull(),
  alwaysOpen: boolean().notNull(),
})
