import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** The tables of `recordMigrations`. */
export const encodeNote = pgTable('note', {
  id: integer().primaryKey(),
  body: text().notNull(),
})

export const noteTag = pgTable(
  'note_tag',
  {
    noteId: integer('note_id')
      .notNull()
      .references(() => encodeNote.id),
    tag: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.noteId, table.tag] })],
)
