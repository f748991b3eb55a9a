/** One festival from the choice of a geisha to the score. The script is data, so that a test can play it by the law. */
import type { Lesson } from "../../../learn/course.svelte";
import script from "./festival.json";

export default script as Lesson;
