ALTER TABLE "floor_plan_drawing" ADD COLUMN "long_side_m" double precision;--> statement-breakpoint
ALTER TABLE "floor_plan" ADD COLUMN "next_drawing_id" uuid;