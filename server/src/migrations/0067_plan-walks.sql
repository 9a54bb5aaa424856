ALTER TABLE "walk" ADD COLUMN "plan_id" uuid;--> statement-breakpoint
ALTER TABLE "walk" ADD CONSTRAINT "walk_plan_id_floor_plan_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."floor_plan"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "walk_of_plan" ON "walk" USING btree ("plan_id") WHERE plan_id is not null and ended_at is null;