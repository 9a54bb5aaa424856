ALTER TABLE "plant" ADD COLUMN "position_by" text DEFAULT 'address' NOT NULL;--> statement-breakpoint
CREATE INDEX "plant_position" ON "plant" USING btree ("lat","long") WHERE lat is not null and removed_at is null;--> statement-breakpoint
CREATE INDEX "plant_without_position" ON "plant" USING btree ("id") WHERE lat is null and removed_at is null;--> statement-breakpoint
-- What is there was set by people.
UPDATE "plant" SET "position_by" = 'hand' WHERE "lat" is not null;
