ALTER TABLE "central_unit" RENAME COLUMN "stranger_life" TO "unknown_life";--> statement-breakpoint
ALTER TABLE "central_unit" RENAME COLUMN "stranger_since" TO "unknown_life_since";--> statement-breakpoint
UPDATE "attention_assignment" SET "code" = 'unknown_unit' WHERE "code" = 'unit_stranger';--> statement-breakpoint
UPDATE "attention_snooze" SET "code" = 'unknown_unit' WHERE "code" = 'unit_stranger';--> statement-breakpoint
INSERT INTO "plant_figures_due" ("plant_id") SELECT "plant_id" FROM "plant_figures" WHERE "attention"::text LIKE '%unit_stranger%';
