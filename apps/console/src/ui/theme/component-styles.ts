/** The styles that every component of the product has around it; component tests load them first. */
import "./tokens.css";
import "./base.css";
