ALTER TABLE "invitation" ADD COLUMN "ends_on" date;--> statement-breakpoint
ALTER TABLE "plant_member" ADD COLUMN "ends_on" date;--> statement-breakpoint
ALTER TABLE "plant_member" ADD COLUMN "end_told" integer;--> statement-breakpoint
CREATE INDEX "plant_member_end" ON "plant_member" USING btree ("ends_on") WHERE ends_on is not null;