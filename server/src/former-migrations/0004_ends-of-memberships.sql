DROP INDEX "plant_member_end";--> statement-breakpoint
ALTER TABLE "plant_member" ADD COLUMN "ends_at" timestamp with time zone;--> statement-breakpoint
UPDATE "plant_member" SET "ends_at" = ("ends_on" + 1)::timestamp AT TIME ZONE "plant"."timezone" FROM "plant" WHERE "plant"."id" = "plant_member"."plant_id" AND "ends_on" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "plant_member_end" ON "plant_member" USING btree ("ends_at") WHERE ends_at is not null;--> statement-breakpoint
ALTER TABLE "plant_member" ADD CONSTRAINT "plant_member_end_whole" CHECK ((ends_on is null) = (ends_at is null));